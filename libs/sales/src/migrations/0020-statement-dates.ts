import { dateByStatement, dateByTransaction, type DatedTables } from '@stockbook/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Dates of new records are those of the statement, not of the transaction's start. */
export class StatementDates1763600000020 implements MigrationInterface {
  readonly name = 'StatementDates1763600000020';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of dateByStatement('sales', TABLES)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of dateByTransaction('sales', TABLES)) await runner.query(sql);
  }
}

const RECORD = ['date_added', 'date_modified'];
const TABLES: DatedTables = {
  customer_group: RECORD,
  customer: RECORD,
  sale_order: RECORD,
  sale_order_history: ['date_added'],
};
