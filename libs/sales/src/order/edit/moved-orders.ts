import type { Actor } from '@stockbook/contracts';
import { publishAll } from '@stockbook/messaging';
import { groupBy, statement, type Tx } from '@stockbook/persistence';
import { orderSubscriptions, recordRow } from '../facts/order-facts.js';
import { promotionRows } from '../promotion/order-promotions.js';
import { type OrderRecord, readLines, readOrders } from '../record/order-records.js';

/** One transaction moves at most this many. */
const BATCH = 500;

const find = statement(
  'orders_of_merged_customer',
  `SELECT order_id FROM sales.sale_order WHERE account_id = $1 AND customer_id = $2 LIMIT ${BATCH}`,
);
const lock = statement(
  'lock_orders_of_customer',
  `SELECT order_id FROM sales.sale_order WHERE account_id = $1 AND customer_id = $2 AND order_id = ANY ($3)
   ORDER BY order_id FOR UPDATE`,
);
const move = statement(
  'move_orders_to_customer',
  `UPDATE sales.sale_order SET customer_id = $3,
     promotion_sequence = promotion_sequence +
       CASE WHEN promotions = '[]' OR date_deleted IS NOT NULL THEN 0 ELSE 1 END,
     date_modified = greatest(date_modified, clock_timestamp()),
     version = version + CASE WHEN date_deleted IS NULL THEN 1 ELSE 0 END
   WHERE account_id = $1 AND order_id = ANY ($2)
   RETURNING CASE WHEN promotions = '[]' OR date_deleted IS NOT NULL THEN 0 ELSE order_id END AS order_id`,
);

type Found = { order_id: number };
/** The way of a customer's records to another one, and the user who merged them. */
export interface Move {
  readonly from: number;
  readonly to: number;
  readonly actor: Actor;
}

/** Tells whether there was a batch. Only subscribers get the facts. */
export async function moveOrders(tx: Tx, { from, to, actor }: Move): Promise<boolean> {
  const is_subscribed = await orderSubscriptions.has(tx);
  const orderIds = (rows: readonly Found[]) => rows.map(({ order_id }) => order_id);
  const found = orderIds(await tx.query<Found>(find, [tx.account_id, from]));
  if (!found.length) return false;
  const ids = orderIds(await tx.query<Found>(lock, [tx.account_id, from, found]));
  const before = is_subscribed ? await readOrders(tx, tx.account_id, ids) : [];
  const moved = await tx.query<Found>(move, [tx.account_id, ids, to]);
  await publishMoved(tx, actor, before);
  await publishPromotions(
    tx,
    moved.flatMap(({ order_id }) => order_id || []),
  );
  return true;
}

/** The uses of promotions move to the other customer too. */
async function publishPromotions(tx: Tx, ids: readonly number[]): Promise<void> {
  if (!ids.length) return;
  const orders = await readOrders(tx, tx.account_id, ids);
  publishAll(
    tx,
    orders.flatMap((order) => promotionRows(undefined, order)),
  );
}

async function publishMoved(tx: Tx, actor: Actor, before: readonly OrderRecord[]): Promise<void> {
  const ids = before.filter(({ date_deleted }) => !date_deleted).map(({ order_id }) => order_id);
  if (!ids.length) return;
  const [after, lines] = await Promise.all([readOrders(tx, tx.account_id, ids), readLines(tx, tx.account_id, ids)]);
  const linesByOrder = groupBy(lines, ({ order_id }) => order_id);
  const stored = new Map(before.map((order) => [order.order_id, order]));
  const rows = after.map((order) => {
    const own = linesByOrder.get(order.order_id) ?? [];
    const states = {
      before: { order: stored.get(order.order_id) ?? order, lines: own },
      after: { order, lines: own },
    };
    return recordRow({ change: 'edited', actor, ...states });
  });
  publishAll(tx, rows);
}
