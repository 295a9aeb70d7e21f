import { createTally, dropTally, narrow, type WideColumns, widen } from '@stockbook/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ITEMS } from '../item/item-tally.js';

/** Ids and counters have 64 bits. The tally's triggers name columns, so it is made anew. */
export class WideIdentifiers1763600000012 implements MigrationInterface {
  readonly name = 'WideIdentifiers1763600000012';

  async up(runner: QueryRunner): Promise<void> {
    const change = widen('inventory', COLUMNS);
    for (const sql of [...dropTally('inventory', ITEMS), ...change, ...createTally('inventory', ITEMS)])
      await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    const change = narrow('inventory', COLUMNS);
    for (const sql of [...dropTally('inventory', ITEMS), ...change, ...createTally('inventory', ITEMS)])
      await runner.query(sql);
  }
}

const COLUMNS: WideColumns = {
  brand: ['version', 'brand_id', 'channel_group_id'],
  location: ['version', 'location_id'],
  item: ['version', 'item_id', 'parent_id', 'channel_group_id', 'brand_id', 'categories[]'],
  item_stock: ['item_id', 'location_id', 'seq'],
  item_cost: ['item_id', 'version'],
  item_flow: ['item_id', 'location_id', 'seq'],
  order_stock: ['order_id', 'version', 'seq'],
  order_line_stock: ['order_id', 'order_product_id', 'item_id', 'location_id'],
};
