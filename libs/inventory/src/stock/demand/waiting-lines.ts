import type { Event, StockArrival } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { announceArrivals } from '../ledger/arrivals.js';
import { columnsOf, LockedStock, TAKEABLE } from '../ledger/locked-stock.js';
import {
  byOrder,
  moveOrderLines,
  nameOf,
  type OrderHead,
  type OrderLine,
  recordOrderLines,
} from './order-settlement.js';
import { forList } from '../ledger/list-plan.js';

/** How many lines are settled at a time; an event of its own brings the rest. */
const BATCH = 1_000;

/**
 * Locks the orders at the head of each queue that would fit together. Whether they do fit shows under the stock's lock: until then
 * an older order may have begun to wait.
 */
const CLAIM = statement(
  'claim_waiting_orders',
  `WITH waiting AS (
     SELECT key.account_id, line.order_id, ${TAKEABLE} AS takeable,
       sum(line.missing) OVER (PARTITION BY account_id, item_id, location_id ORDER BY line.order_id, line.order_product_id) AS missing
     FROM (SELECT DISTINCT * FROM unnest($1::int[], $2::bigint[], $3::bigint[]) AS key (account_id, item_id, location_id)) key
     JOIN inventory.item_stock stock USING (account_id, item_id, location_id)
     LEFT JOIN inventory.stock_policy policy USING (account_id)
     CROSS JOIN LATERAL (
       SELECT order_id, order_product_id, wanted - taken AS missing FROM inventory.order_line_stock line
       WHERE line.account_id = key.account_id AND line.item_id = key.item_id AND line.location_id = key.location_id
         AND taken < wanted
       ORDER BY order_id, order_product_id LIMIT ${BATCH}
     ) line
   ), claimed AS (
     SELECT account_id, order_id FROM waiting WHERE missing <= takeable ORDER BY account_id, order_id LIMIT ${BATCH}
   )
   SELECT account_id, order_id, version, user_id, username FROM inventory.order_stock
   WHERE (account_id, order_id) IN (SELECT account_id, order_id FROM claimed)
   ORDER BY account_id, order_id FOR UPDATE`,
);

const WAITING = statement(
  'waiting_lines',
  `SELECT account_id, order_id, order_product_id, item_id, location_id, wanted, taken, value
   FROM unnest($4::int[], $5::bigint[]) AS claimed (account_id, order_id)
   JOIN inventory.order_line_stock line USING (account_id, order_id)
   WHERE taken < wanted
     AND (account_id, item_id, location_id) IN (SELECT * FROM unnest($1::int[], $2::bigint[], $3::bigint[]))
   ORDER BY order_product_id`,
);

/** Settles the lines that wait for stock that has arrived, each whole, oldest order first; the first that does not fit ends it. */
export async function settleWaiting(tx: Tx, events: readonly Event<StockArrival>[]): Promise<void> {
  const keys = events.flatMap(({ account_id, payload: { item_id, location_ids } }) =>
    location_ids.map((location_id) => ({ account_id, item_id, location_id })),
  );
  const orders = await tx.query<OrderHead>(forList(CLAIM, keys.length), columnsOf(keys));
  if (!orders.length) return;
  const lines = await tx.query<OrderLine>(forList(WAITING, orders.length), [
    ...columnsOf(keys),
    orders.map(({ account_id }) => account_id),
    orders.map(({ order_id }) => order_id),
  ]);
  const stock = await LockedStock.of(tx, keys, orders);
  const linesOf = byOrder(lines);
  const claimed = orders.map((order) => ({ order, lines: linesOf.get(nameOf(order)) ?? [] }));
  const outcomes = await moveOrderLines(tx, claimed, stock);
  const settled = outcomes
    .map(({ order, lines }) => ({ order, lines: lines.filter(({ taken, wanted }) => taken === wanted) }))
    .filter(({ lines }) => lines.length);
  await recordOrderLines(tx, settled);
  await announceArrivals(tx, keys);
}
