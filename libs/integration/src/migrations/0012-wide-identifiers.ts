import { narrow, type WideColumns, widen } from '@stockbook/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ids and counters have 64 bits. */
export class WideIdentifiers1763600000012 implements MigrationInterface {
  readonly name = 'WideIdentifiers1763600000012';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of widen('integration', COLUMNS)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of narrow('integration', COLUMNS)) await runner.query(sql);
  }
}

const COLUMNS: WideColumns = {
  channel: ['version', 'channel_id'],
};
