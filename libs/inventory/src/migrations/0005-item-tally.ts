import { createTally, dropTally } from '@stockbook/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ITEMS } from '../item/item-tally.js';
import { COUNTING } from './0001-initial.js';

/** Items are counted by what lists narrow them by, and those who add some no longer wait for each other. */
export class ItemTally1763600000005 implements MigrationInterface {
  readonly name = 'ItemTally1763600000005';

  async up(runner: QueryRunner): Promise<void> {
    const drop = [
      'DROP TRIGGER items_added ON inventory.item',
      'DROP TRIGGER items_changed ON inventory.item',
      'DROP FUNCTION inventory.count_items',
      'DROP TABLE inventory.item_count',
    ];
    for (const sql of [...drop, ...createTally('inventory', ITEMS)]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    const count = `INSERT INTO inventory.item_count
      SELECT account_id, count(*) FILTER (WHERE date_deleted IS NULL), count(date_deleted) FROM inventory.item GROUP BY account_id`;
    for (const sql of [...dropTally('inventory', ITEMS), ...COUNTING, count]) await runner.query(sql);
  }
}
