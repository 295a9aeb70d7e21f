import type { OrderAdd } from '@stockbook/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '../../bench.js';
import { latestOrder, settledOrders } from '../../check/settled-orders.js';
import type { Figure } from '../../figure.js';
import { withItems } from '../../load/requests.js';
import { latencyOf, percentile } from '../../percentiles.js';
import type { BenchShop } from '../../shop.js';
import { LINES, type OrderRun, runOrders, warmOrders } from '../write/order-run.js';
import { whileLocked } from './row-lock.js';

const NEIGHBOUR_RATE = 20;
const LARGE = { rate: 13, lines: 1_000 };
const LOCKED = { rate: 20, seconds: 9 };

/** The median time from an order's commit until sales knows its stock, beside another account in the way. */
export const settledBesideFigures: readonly Figure[] = [
  figure('settled_beside_nothing', (bench, shop) => neighbour(bench, shop, LOCKED.seconds)),
  figure('settled_beside_large', besideLarge),
  figure('settled_beside_locked', besideLocked),
];

type Run = Pick<OrderRun, 'lag_ms' | 'notes'>;

function figure(name: string, run: (bench: Bench, shop: BenchShop) => Promise<Run>): Figure {
  const measure = async (bench: Bench) => {
    await warmOrders(bench);
    const { lag_ms, notes } = await run(bench, await bench.shop());
    return { value: percentile(lag_ms, 0.5), latencies_ms: lag_ms, notes };
  };
  return { name, unit: 'ms', measure };
}

const neighbour = (bench: Bench, shop: BenchShop, seconds: number): Promise<OrderRun> =>
  runOrders(bench, shop, { loop: { rate: NEIGHBOUR_RATE }, seconds });

/** The other account sends orders of a thousand lines. */
async function besideLarge(bench: Bench, shop: BenchShop): Promise<Run> {
  const large = await bench.shop();
  const { seconds } = bench.scale;
  const { rate, lines } = LARGE;
  const [run, failed] = await Promise.all([
    neighbour(bench, shop, seconds),
    send(large, rate, seconds, (n) => orderFrom(large, n, n, lines)),
  ]);
  return { ...run, notes: [...run.notes, ...(failed ? [`${failed} large orders were turned away`] : [])] };
}

/** The other account's orders come in while the stock of an item in half of them is locked. */
async function besideLocked(bench: Bench, shop: BenchShop): Promise<Run> {
  const { database } = bench.system;
  const { seconds, rate } = LOCKED;
  const other = await bench.shop();
  const { account_id, item_ids, hot_item_id } = other;
  const after = await latestOrder(database, account_id);
  const nthOrder = (n: number) => {
    const order = orderFrom(other, n, n * LINES, LINES);
    const [line] = order.products;
    return n % 2 && line ? { ...order, products: [...order.products, { ...line, item_id: hot_item_id }] } : order;
  };
  const [run] = await Promise.all([
    neighbour(bench, shop, seconds),
    send(other, rate, seconds, nthOrder),
    whileLocked(database, ['inventory.item_stock'], other, () => delay(seconds * 1_000)),
  ]);
  const others = (await settledOrders(database, account_id, after)).filter(({ lines }) => lines === LINES);
  const { p50_ms, p99_ms } = latencyOf(others.map(({ committed_at, settled_at }) => settled_at - committed_at));
  const own =
    'orders of the locked account without the locked item: ' +
    `p50 ${p50_ms?.toFixed(0)} ms, p99 ${p99_ms?.toFixed(0)} ms`;
  return { ...run, notes: [...run.notes, `${own} (${item_ids.length} items)`] };
}

function orderFrom({ order, item_ids }: BenchShop, n: number, place: number, lines: number): OrderAdd {
  const drawn = Array.from({ length: lines }, (_, i) => item_ids[(place + i) % item_ids.length] ?? 0);
  return { ...withItems(order, drawn), comment: `beside ${n}` };
}

async function send(
  { api }: BenchShop,
  rate: number,
  seconds: number,
  orderOf: (n: number) => OrderAdd,
): Promise<number> {
  const start = performance.now();
  const answers: Promise<boolean>[] = [];
  for (let n = 0; n < rate * seconds; n++) {
    await delay(Math.max(0, start + (n / rate) * 1_000 - performance.now()));
    const sent = api.sale.order.add(orderOf(n), { retries: 0 });
    answers.push(
      sent.then(
        () => true,
        () => false,
      ),
    );
  }
  return (await Promise.all(answers)).filter((isPlaced) => !isPlaced).length;
}
