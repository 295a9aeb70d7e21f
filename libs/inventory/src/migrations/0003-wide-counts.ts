import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts that what orders give back cannot overflow, indexes of lists, and a column less that nobody read. */
export class WideCounts1763600000003 implements MigrationInterface {
  readonly name = 'WideCounts1763600000003';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}

const UP = [
  'ALTER TABLE inventory.item_stock DROP CONSTRAINT item_stock_on_hand, ALTER on_hand TYPE bigint',
  'ALTER TABLE inventory.item_stock ADD CONSTRAINT item_stock_on_hand CHECK (on_hand >= -2000000000)',
  'ALTER TABLE inventory.item_flow ALTER quantity TYPE bigint, ALTER balance TYPE bigint',
  'ALTER TABLE inventory.order_line_stock DROP COLUMN available',
  'CREATE INDEX item_by_channel_group_id ON inventory.item (account_id, channel_group_id, item_id)',
  'CREATE INDEX item_bundles ON inventory.item (account_id, item_id) WHERE bundle',
];

const DOWN = [
  'DROP INDEX inventory.item_bundles, inventory.item_by_channel_group_id',
  'ALTER TABLE inventory.order_line_stock ADD COLUMN available int NOT NULL DEFAULT 0',
  'ALTER TABLE inventory.item_flow ALTER quantity TYPE int, ALTER balance TYPE int',
  'ALTER TABLE inventory.item_stock DROP CONSTRAINT item_stock_on_hand, ALTER on_hand TYPE int',
  `ALTER TABLE inventory.item_stock
     ADD CONSTRAINT item_stock_on_hand CHECK (on_hand BETWEEN -2000000000 AND 2000000000)`,
];
