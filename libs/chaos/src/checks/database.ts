import { indexed } from '@stockbook/persistence';
import type { Checks } from './check.js';

/** Finds accounts whose rows and row counts differ. */
function differences(table: string, columns: string, lookup?: string): string {
  const kind = `account_id, ${columns}, date_deleted IS NOT NULL AS deleted`;
  const by = `account_id, ${columns}, deleted`;
  const counted = lookup ? `WHERE ${indexed(lookup)}` : '';
  const kept = `${[table, lookup ?? []].flat().join('_')}_row_count`;
  return `SELECT ${by}, counted.rows AS counted, kept.rows AS kept
    FROM (SELECT ${by}, count(*) AS rows FROM (SELECT ${kind} FROM ${table} ${counted}) each GROUP BY ${by}) counted
    FULL JOIN (SELECT ${by}, sum(rows) AS rows FROM (SELECT ${kind}, rows FROM ${kept}) each GROUP BY ${by}) kept
      USING (${by})
    WHERE COALESCE(counted.rows, 0) <> COALESCE(kept.rows, 0)`;
}

/** The row counts that lists show equal the numbers of rows; every transaction locks in one common order. */
export const databaseChecks: Checks = {
  'the row count of orders is not their number': differences(
    'sales.sale_order',
    'channel_id, order_status_id, payment_method',
  ),
  'the row count of a shipping method is not the number of its orders': differences(
    'sales.sale_order',
    'shipping_method',
    'shipping_method',
  ),
  'the row count of customers is not their number': differences('sales.customer', 'customer_group_id'),
  'the row count of items is not their number': differences('inventory.item', 'channel_group_id, brand_id, bundle'),
  'the items of a category are not those that name it': `
    SELECT * FROM (
      SELECT account_id, unnest(categories) AS category_id, item_id, channel_group_id, date_deleted, true AS named
      FROM inventory.item
    ) item
    FULL JOIN (SELECT *, true AS listed FROM inventory.item_category) listed USING (account_id, category_id, item_id)
    WHERE named IS DISTINCT FROM listed OR item.channel_group_id <> listed.channel_group_id
      OR item.date_deleted IS DISTINCT FROM listed.date_deleted`,
  'the state of an order is not that of its row': `
    SELECT account_id, order_id FROM sales.sale_order sale
    LEFT JOIN sales.sale_order_state state USING (account_id, order_id)
    WHERE (sale.date_modified, sale.date_deleted, sale.deducted)
      IS DISTINCT FROM (state.date_modified, state.date_deleted, state.deducted)`,
  'transactions have deadlocked': `
    SELECT deadlocks FROM pg_stat_database WHERE datname = current_database() AND deadlocks > 0`,
};
