import type { CallOf, ListedOrder, order } from '@stockbook/contracts';
import { type Db, deletedFlag } from '@stockbook/persistence';
import { findPage } from './order-page.js';
import { toListedOrder } from './order-shown.js';
import { manyOf } from '../../columns.js';
import { linesByOrder } from '../record/order-records.js';
import { OrderProductRow } from '../record/order-product.entity.js';
import { OrderRow } from '../record/order.entity.js';
import type { SharedLookups } from './shared-lookups.js';

const readOrders = manyOf(
  OrderRow,
  'listed_orders',
  'FROM sales.sale_order WHERE account_id = $1 AND order_id = ANY($2)',
);
const readLines = manyOf(
  OrderProductRow,
  'listed_lines',
  `FROM sales.sale_order_product WHERE account_id = $1 AND order_id = ANY($2) AND date_deleted IS NULL
   ORDER BY order_id, position`,
);

/** The page of orders that a request asks for, and the exact number of all. */
export async function listOrders(
  db: Db,
  counts: SharedLookups<number>,
  call: CallOf<typeof order.get>,
): Promise<{ total: number; orders: ListedOrder[] }> {
  const { caller, input } = call;
  const { total, ids } = await findPage(db, counts, call);
  if (!ids.length) return { total, orders: [] };
  const [orders, lines] = await Promise.all([
    readOrders(db, caller.account_id, ids),
    readLines(db, caller.account_id, ids),
  ]);
  const orderOf = new Map(orders.map((row) => [row.order_id, row]));
  const linesOf = linesByOrder(lines);
  return {
    total,
    orders: ids.flatMap((id) => {
      const row = orderOf.get(id);
      return row ? [Object.assign(toListedOrder(row, linesOf.get(id) ?? []), deletedFlag(input, row))] : [];
    }),
  };
}
