import type { Bench } from '../../bench.js';
import { flowFaults, notesOf, WrongRun } from '../../check/faults.js';
import { latestOrder, settledOrders } from '../../check/settled-orders.js';
import type { Figure, Measured } from '../../figure.js';
import { grantedRate } from '../../load/job.js';
import type { BenchShop } from '../../shop.js';
import { LINES, runOrders, warmOrders } from './order-run.js';

const CONNECTIONS = 8;
const PIECES = 2;

interface Placed {
  readonly order_id: number;
  readonly item_ids: readonly number[];
}

interface Change {
  readonly path: string;
  readonly body: (order: Placed) => object;
  /** Counts the changed orders among those after $2 of account $1. */
  readonly changed: string;
}

/** Changes of orders a second. The limit is the rate at which the same clients had placed and settled these orders. */
export const orderChangeFigures: readonly Figure[] = [
  { name: 'order_edit', measure: edits },
  { name: 'order_add_history', measure: statuses },
].map((figure) => ({ ...figure, unit: 'orders/s' }));

const PLACED = `SELECT order_id, array_agg(item_id ORDER BY position) AS item_ids FROM sales.sale_order_product
  WHERE account_id = $1 AND order_id > $2 GROUP BY order_id ORDER BY order_id`;

/** Each edit takes a piece more of every item. */
async function edits(bench: Bench): Promise<Measured> {
  const shop = await bench.shop();
  const [line] = shop.order.products;
  return measure(bench, shop, {
    path: 'sale/order/edit',
    body: ({ order_id, item_ids }) => {
      return { order_id, products: item_ids.map((item_id) => ({ ...line, item_id, quantity: PIECES })) };
    },
    changed: `SELECT count(*)::int AS orders FROM (SELECT FROM sales.sale_order_product
      WHERE account_id = $1 AND order_id > $2 GROUP BY order_id HAVING sum(taken) = ${LINES * PIECES}) edited`,
  });
}

async function statuses(bench: Bench): Promise<Measured> {
  const shop = await bench.shop();
  const { order_status_id } = await shop.api.setting.order_status.add({ name: 'Packed', deduct: true });
  return measure(bench, shop, {
    path: 'sale/order/addHistory',
    body: ({ order_id }) => ({ order_id, order_status_id, comment: 'Packed' }),
    changed: `SELECT count(*)::int AS orders FROM sales.sale_order
      WHERE account_id = $1 AND order_id > $2 AND order_status_id = ${order_status_id}`,
  });
}

async function measure(bench: Bench, shop: BenchShop, { path, body, changed }: Change): Promise<Measured> {
  await warmOrders(bench);
  const { database } = bench.system;
  const { account_id, credentials } = shop;
  const loop = { connections: CONNECTIONS };
  const after = await latestOrder(database, account_id);
  const placing = await runOrders(bench, shop, { loop });
  const { rows } = await database.query<Placed>(PLACED, [account_id, after]);
  const load = await bench.load({ credentials, path, plan: { kind: 'same', bodies: rows.map(body) }, loop });
  await settledOrders(database, account_id, after);
  const found = await database.query<{ orders: number }>(changed, [account_id, after]);
  const granted = Math.min(load.latencies_ms.length, rows.length);
  const { orders } = found.rows[0] ?? { orders: 0 };
  const faults = await flowFaults(shop);
  if (orders < granted) faults.push(`${granted} changes were granted, and ${orders} orders are changed.`);
  WrongRun.ifAny(faults);
  return { ...load, value: grantedRate(load), limit: placing.rate, notes: [...placing.notes, ...notesOf(load)] };
}
