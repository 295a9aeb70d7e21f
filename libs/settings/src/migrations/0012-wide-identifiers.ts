import { narrow, type WideColumns, widen } from '@stockbook/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ids and counters have 64 bits. */
export class WideIdentifiers1763600000012 implements MigrationInterface {
  readonly name = 'WideIdentifiers1763600000012';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of widen('settings', COLUMNS)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of narrow('settings', COLUMNS)) await runner.query(sql);
  }
}

const COLUMNS: WideColumns = {
  account: ['version'],
  company: ['version', 'default_order_status_id', 'default_location_id'],
  currency: ['version', 'currency_id'],
  user_group: ['version'],
  user: ['version'],
  channel_group: ['version', 'channel_group_id', 'channels[]'],
  order_status: ['version', 'order_status_id', 'channel_group_id'],
  payment_method: ['version', 'payment_method_id', 'channel_group_id', 'order_status_id', 'credit_note_status_id'],
};
