import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the stock tells of a line: what it costs to the last decimal, and what is missing. */
export class SettledLines1763600000002 implements MigrationInterface {
  readonly name = 'SettledLines1763600000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE sales.sale_order_product
      ALTER COLUMN cost TYPE numeric(20,8), ADD COLUMN short int NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE sales.sale_order_product
      ALTER COLUMN cost TYPE numeric(15,4), DROP COLUMN short`);
  }
}
