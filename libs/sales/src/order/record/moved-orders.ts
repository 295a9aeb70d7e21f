import type { Call } from '@stockbook/contracts';
import { publishAll } from '@stockbook/messaging';
import { groupBy, statement, type Tx } from '@stockbook/persistence';
import { actorOf } from '@stockbook/service';
import { isSubscribed, recordRow } from '../facts/order-facts.js';
import { promotionRows } from '../promotion/order-promotions.js';
import { type OrderRecord, readLines, readOrders } from './order-records.js';

/** So many orders are moved by one statement, which may take five seconds. */
const BATCH = 1_000;

const lockAll = statement(
  'lock_orders_of_customer',
  `SELECT order_id FROM sales.sale_order WHERE account_id = $1 AND customer_id = $2 ORDER BY order_id FOR UPDATE`,
);
const move = statement(
  'move_orders_to_customer',
  `UPDATE sales.sale_order SET customer_id = $3,
     promotion_sequence = promotion_sequence + CASE WHEN promotions = '[]' OR date_deleted IS NOT NULL THEN 0 ELSE 1 END, date_modified = greatest(date_modified, clock_timestamp()),
     version = version + CASE WHEN $4 AND date_deleted IS NULL THEN 1 ELSE 0 END
   WHERE account_id = $1 AND order_id = ANY ($2)
   RETURNING CASE WHEN promotions = '[]' OR date_deleted IS NOT NULL THEN 0 ELSE order_id END AS order_id`,
);

/** Gives a customer's orders to another one. As with settlements, an order's version moves only with its fact. */
export async function moveOrders(tx: Tx, call: Call, { from, to }: { from: number; to: number }): Promise<void> {
  const is_subscribed = await isSubscribed(tx);
  const locked = await tx.query<{ order_id: number }>(lockAll, [tx.account_id, from]);
  for (let first = 0; first < locked.length; first += BATCH) {
    const ids = locked.slice(first, first + BATCH).map(({ order_id }) => order_id);
    const before = is_subscribed ? await readOrders(tx, tx.account_id, ids) : [];
    const moved = await tx.query<{ order_id: number }>(move, [tx.account_id, ids, to, is_subscribed]);
    await publishMoved(tx, call, before);
    await publishPromotions(
      tx,
      moved.flatMap(({ order_id }) => order_id || []),
    );
  }
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

async function publishMoved(tx: Tx, call: Call, before: readonly OrderRecord[]): Promise<void> {
  const ids = before.filter(({ date_deleted }) => !date_deleted).map(({ order_id }) => order_id);
  if (!ids.length) return;
  const [after, lines] = await Promise.all([readOrders(tx, tx.account_id, ids), readLines(tx, tx.account_id, ids)]);
  const linesOf = groupBy(lines, ({ order_id }) => order_id);
  const stored = new Map(before.map((order) => [order.order_id, order]));
  const rows = after.map((order) => {
    const own = linesOf.get(order.order_id) ?? [];
    const states = {
      before: { order: stored.get(order.order_id) ?? order, lines: own },
      after: { order, lines: own },
    };
    return recordRow({ change: 'edited', actor: actorOf(call), ...states });
  });
  publishAll(tx, rows);
}
