import { dateByStatement, dateByTransaction, type DatedTables } from '@stockbook/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Dates of new records are those of the statement, not of the transaction's start. */
export class StatementDates1763600000020 implements MigrationInterface {
  readonly name = 'StatementDates1763600000020';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of dateByStatement('integration', TABLES)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of dateByTransaction('integration', TABLES)) await runner.query(sql);
  }
}

const RECORD = ['date_added', 'date_modified'];
const TABLES: DatedTables = {
  channel: RECORD,
};
