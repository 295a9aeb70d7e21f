import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Orders that were taken without the inventory say what it has still to be asked. */
export class OrderLookups1763600000018 implements MigrationInterface {
  readonly name = 'OrderLookups1763600000018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sales.sale_order ADD COLUMN lookup jsonb');
    await runner.query(
      'CREATE INDEX sale_order_lookup ON sales.sale_order (account_id, order_id) WHERE lookup IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sales.sale_order DROP COLUMN lookup');
  }
}
