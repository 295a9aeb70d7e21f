import { createTally, dropTally } from '@stockbook/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ORDERS } from '../order/order-tally.js';

/** Orders are counted as they change: their lists tell an exact total at once. */
export class OrderTally1763600000005 implements MigrationInterface {
  readonly name = 'OrderTally1763600000005';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of createTally('sales', ORDERS)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of dropTally('sales', ORDERS)) await runner.query(sql);
  }
}
