import { keptRecordsTable } from '@stockbook/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A replica that starts while settings or integration are away takes orders by what others have kept. */
export class KeptRecords1763600000004 implements MigrationInterface {
  readonly name = 'KeptRecords1763600000004';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of keptRecordsTable('sales')) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sales.kept_records');
  }
}
