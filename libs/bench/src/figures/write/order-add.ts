import type { Bench } from '../../bench.js';
import type { Figure, Measured } from '../../figure.js';
import { latencyOf } from '../../percentiles.js';
import { orderLimit } from '../../limits/sql-limit.js';
import { Shared } from '../../shared.js';
import type { BenchShop } from '../../shop.js';
import { LINES, openOrders, runOrders, warmOrders } from './order-run.js';

const HEADLINE = 8;
const HOT = 64;
const OPEN_RATES = [100, 300, 500] as const;
/** Latency is measured at this share of the closed loop's throughput, so that no queue builds up. */
const LATENCY_LOAD = 0.6;

const nameOf = (connections: number) => `order_add_settled${connections === HEADLINE ? '' : `_${connections}`}`;

/** Orders a second until settled: by so many clients, by so many a second, and with one item in all of them. */
export const orderAddFigures: readonly Figure[] = [
  ...[HEADLINE, 1, 32].map((connections) => figure(nameOf(connections), (bench) => closed(bench, connections, false))),
  ...OPEN_RATES.map((rate) => figure(`order_add_open_${rate}`, (bench) => open(bench, rate))),
  figure(`order_add_hot_${HOT}`, (bench) => closed(bench, HOT, true)),
];

function figure(name: string, measure: Figure['measure']): Figure {
  return { name, unit: 'orders/s', needs: [], measure };
}

async function closed(bench: Bench, connections: number, isHot: boolean): Promise<Measured> {
  await warmOrders(bench);
  const { seconds } = bench.scale;
  const shop = await bench.shop();
  const { rate, notes } = await runOrders(bench, shop, { loop: { kind: 'closed', connections }, seconds, isHot });
  const loop = { kind: 'open', rate: Math.max(1, Math.round(rate * LATENCY_LOAD)) } as const;
  const latency = await runOrders(bench, shop, { loop, seconds, isHot });
  const limit = await orderLimit(
    bench.system.database,
    loadOf(shop, isHot),
    connections,
    Math.min(seconds, LIMIT_SECONDS),
  );
  return { value: rate, ...latencyOf(latency.untilSettled_ms), limit, notes: [...notes, ...latency.notes] };
}

const LIMIT_SECONDS = 5;

const openLimits = new Shared<number>();

async function open(bench: Bench, rate: number): Promise<Measured> {
  const run = await openOrders(bench, rate);
  const limit = await openLimits.of(bench, HEADLINE, async () => {
    const seconds = Math.min(bench.scale.seconds, LIMIT_SECONDS);
    return orderLimit(bench.system.database, loadOf(await bench.idleShop(), false), HEADLINE, seconds);
  });
  return { value: run.rate, ...latencyOf(run.untilSettled_ms), limit, notes: run.notes };
}

const loadOf = ({ account_id, store_id, item_ids, hot_item_id }: BenchShop, isHot: boolean) => ({
  account_id,
  location_id: store_id,
  item_ids,
  lines: LINES,
  ...(isHot && { hot_item_id }),
});
