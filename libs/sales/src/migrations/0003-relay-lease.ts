import { relayLeaseTable } from '@stockbook/messaging';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Replicas agree on whose relay moves the events. */
export class RelayLease1763600000003 implements MigrationInterface {
  readonly name = 'RelayLease1763600000003';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of relayLeaseTable('sales')) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sales.relay_lease');
  }
}
