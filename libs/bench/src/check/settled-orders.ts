import { orderChanged, orderStockSettled } from '@stockbook/contracts';
import type { Pool } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { WrongRun } from './faults.js';
import type { OrderFound } from './order-faults.js';

const PAUSE_MS = 50;
const LIMIT_MS = 120_000;

interface Progress {
  readonly orders: number;
  readonly waiting: number;
  readonly pending: number;
}

const PROGRESS = `SELECT (SELECT count(*)::int FROM sales.sale_order WHERE account_id = $1 AND order_id > $2) AS orders,
    (SELECT count(*)::int FROM sales.sale_order_product
      WHERE account_id = $1 AND order_id > $2 AND taken < quantity) AS waiting,
    (SELECT count(*)::int FROM sales.outbox) + (SELECT count(*)::int FROM inventory.outbox) AS pending`;

const eventTime = (schema: string, topic: string) => `(SELECT min(extract(epoch FROM created_at) * 1000)::float8
  FROM ${schema}.outbox_archive e WHERE e.account_id = $1 AND e.topic = '${topic}' AND e.aggregate_id = o.order_id)`;

const FOUND = `SELECT o.order_id, o.comment, line.*, (extract(epoch FROM o.date_modified) * 1000)::float8 AS settled_at,
    (SELECT COALESCE(sum(stock.taken), 0)::int FROM inventory.stock_demand_line stock
     WHERE stock.account_id = $1 AND stock.document = 'order' AND stock.document_id = o.order_id) AS deducted,
    ${eventTime('sales', orderChanged.topic)} AS committed_at,
    ${eventTime('inventory', orderStockSettled.topic)} AS moved_at
  FROM sales.sale_order o, LATERAL (
    SELECT count(*)::int AS lines, COALESCE(sum(quantity), 0)::int AS pieces, COALESCE(sum(taken), 0)::int AS taken
    FROM sales.sale_order_product l WHERE l.account_id = $1 AND l.order_id = o.order_id
  ) line
  WHERE o.account_id = $1 AND o.order_id > $2 ORDER BY o.order_id`;

/** Returns the account's latest order; the orders of the next run come after it. */
export async function latestOrder(database: Pool, account_id: number): Promise<number> {
  const sql = 'SELECT COALESCE(max(order_id), 0) AS latest FROM sales.sale_order WHERE account_id = $1';
  const { rows } = await database.query<{ latest: number }>(sql, [account_id]);
  return rows[0]?.latest ?? 0;
}

/** Returns the orders after this one, once no more come and the stock has answered for every line. */
export async function settledOrders(database: Pool, account_id: number, after: number): Promise<OrderFound[]> {
  let last = -1;
  for (const end = Date.now() + LIMIT_MS; ; await delay(PAUSE_MS)) {
    const { rows } = await database.query<Progress>(PROGRESS, [account_id, after]);
    const [{ orders, waiting, pending } = { orders: 0, waiting: 0, pending: 0 }] = rows;
    if (!waiting && !pending && orders === last) break;
    if (Date.now() > end) {
      throw new WrongRun([`${waiting} lines still wait for their stock after ${LIMIT_MS / 1_000} s.`]);
    }
    last = orders;
  }
  return (await database.query<OrderFound>(FOUND, [account_id, after])).rows;
}
