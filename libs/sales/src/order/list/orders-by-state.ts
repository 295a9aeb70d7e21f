import { columnNames } from '@stockbook/persistence';
import { OrderRow } from '../record/order.entity.js';

const STATE = ['account_id', 'order_id', 'date_modified', 'date_deleted', 'deducted'];
const select = (table: string, names: readonly string[]) => names.map((name) => `${table}.${name}`).join(', ');

/**
 * SQL for orders by what their settlements change, in place of the table `sale_order`. PostgreSQL leaves the join out
 * if only columns of the state are asked for, and turns it round if a condition is on another column. `indexed_id` is
 * the id that the index of texts has.
 */
export const ORDERS_BY_STATE = `(
  SELECT ${select('state', STATE)}, changed.order_id AS indexed_id, ${select('changed', columnNames(OrderRow, STATE))}
  FROM sales.sale_order_state state LEFT JOIN sales.sale_order changed USING (account_id, order_id)
)`;
