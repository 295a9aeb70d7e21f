import { createTally, dropTally, narrow, type WideColumns, widen } from '@stockbook/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ORDERS } from '../order/order-tally.js';

/** Ids and counters have 64 bits. The tally's triggers name columns, so it is made anew. */
export class WideIdentifiers1763600000012 implements MigrationInterface {
  readonly name = 'WideIdentifiers1763600000012';

  async up(runner: QueryRunner): Promise<void> {
    const change = widen('sales', COLUMNS);
    for (const sql of [...dropTally('sales', ORDERS), ...change, ...createTally('sales', ORDERS)])
      await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    const change = narrow('sales', COLUMNS);
    for (const sql of [...dropTally('sales', ORDERS), ...change, ...createTally('sales', ORDERS)])
      await runner.query(sql);
  }
}

const COLUMNS: WideColumns = {
  customer_group: ['version', 'customer_group_id'],
  customer: ['version', 'customer_id', 'customer_group_id'],
  sale_order: [
    'version',
    'order_id',
    'location_id',
    'channel_id',
    'payment_method_id',
    'customer_id',
    'order_status_id',
    'shipping_label_status_id',
    'order_blacklist_id',
  ],
  sale_order_product: ['order_id', 'order_product_id', 'item_id', 'stock_sequence'],
  sale_order_history: ['order_id', 'order_history_id', 'order_status_id'],
};
