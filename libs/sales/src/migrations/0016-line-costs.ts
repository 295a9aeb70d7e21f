import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A line's expected cost stands apart from the cost of the stock that it has taken; both are always known. */
export class LineCosts1763600000016 implements MigrationInterface {
  readonly name = 'LineCosts1763600000016';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sales.sale_order_product ADD COLUMN cost_taken numeric(20,8)');
    await runner.query(`UPDATE sales.sale_order_product
      SET cost_taken = CASE WHEN taken > 0 AND NOT cost_given THEN cost END, cost = COALESCE(cost, 0)`);
    await runner.query(`ALTER TABLE sales.sale_order_product DROP COLUMN cost_given,
      ALTER COLUMN cost SET DEFAULT 0, ALTER COLUMN cost SET NOT NULL`);
    await runner.query('UPDATE sales.sale_order SET cost = 0 WHERE cost IS NULL');
    await runner.query(`ALTER TABLE sales.sale_order
      ALTER COLUMN cost SET DEFAULT 0, ALTER COLUMN cost SET NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE sales.sale_order
      ALTER COLUMN cost DROP NOT NULL, ALTER COLUMN cost DROP DEFAULT`);
    await runner.query(`ALTER TABLE sales.sale_order_product ADD COLUMN cost_given boolean NOT NULL DEFAULT false,
      ALTER COLUMN cost DROP NOT NULL, ALTER COLUMN cost DROP DEFAULT`);
    await runner.query(
      `UPDATE sales.sale_order_product SET cost = COALESCE(cost_taken, cost), cost_given = cost_taken IS NULL`,
    );
    await runner.query('ALTER TABLE sales.sale_order_product DROP COLUMN cost_taken');
  }
}
