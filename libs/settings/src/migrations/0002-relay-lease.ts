import { relayLeaseTable } from '@stockbook/messaging';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Replicas agree on whose relay moves the events. */
export class RelayLease1763600000002 implements MigrationInterface {
  readonly name = 'RelayLease1763600000002';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of relayLeaseTable('settings')) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE settings.relay_lease');
  }
}
