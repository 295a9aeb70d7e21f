import type { Bench } from '../../bench.js';
import type { Figure, Measured } from '../../figure.js';
import { type LimitLoad, orderLimit } from '../../limits/sql-limit.js';
import { latencyLoop } from '../../load/job.js';
import { percentile } from '../../percentiles.js';
import { shared } from '../../shared.js';
import type { BenchShop } from '../../shop.js';
import { LINES, openOrders, runOrders, warmOrders } from './order-run.js';

const HEADLINE = 8;
const HOT = 64;

const figureName = (connections: number) => `order_add_settled${connections === HEADLINE ? '' : `_${connections}`}`;

/** Settled orders a second: by a number of clients, at a rate, and with one item in all orders. */
export const orderAddFigures: readonly Figure[] = [
  ...[HEADLINE, 1, 32].map((connections) => ({
    name: figureName(connections),
    measure: (bench: Bench) => closed(bench, connections),
  })),
  ...[100, 300, 500].map((rate) => ({
    name: `order_add_open_${rate}`,
    measure: (bench: Bench) => open(bench, rate),
  })),
  { name: `order_add_hot_${HOT}`, measure: (bench: Bench) => closed(bench, HOT, true) },
].map((figure) => ({ ...figure, unit: 'orders/s' }));

async function closed(bench: Bench, connections: number, isHot = false): Promise<Measured> {
  await warmOrders(bench);
  const shop = await bench.shop();
  const hot_item_id = isHot ? shop.hot_item_id : undefined;
  const { rate, notes } = await runOrders(bench, shop, { loop: { connections }, hot_item_id });
  const latency = await runOrders(bench, shop, { loop: latencyLoop(rate), hot_item_id });
  const limit = await limitOf(bench, { ...shop, lines: LINES, hot_item_id }, connections);
  return { value: rate, latencies_ms: latency.untilSettled_ms, limit, notes: [...notes, ...latency.notes] };
}

async function open(bench: Bench, rate: number): Promise<Measured> {
  const run = await openOrders(bench, rate);
  return { value: run.rate, latencies_ms: run.untilSettled_ms, limit: await openLimit(bench), notes: run.notes };
}

const openLimit = shared(async (bench) => {
  const shop = await bench.idleShop();
  return limitOf(bench, { ...shop, lines: LINES, hot_item_id: undefined }, HEADLINE);
});

const limitOf = ({ system, scale }: Bench, load: LimitLoad, connections: number): Promise<number> =>
  orderLimit(system.database, load, connections, scale.limitSeconds);

/** Median times from an order's commit until its movement is written, and until sales has learnt of it. */
export const settledLagFigures: readonly Figure[] = [100, 500].flatMap((rate) => [
  { name: `commit_to_flow_${rate}`, unit: 'ms', measure: (bench) => lag(bench, rate, 'untilMoved_ms') },
  { name: `commit_to_settled_${rate}`, unit: 'ms', measure: (bench) => lag(bench, rate, 'lag_ms') },
]);

async function lag(bench: Bench, rate: number, times: 'untilMoved_ms' | 'lag_ms'): Promise<Measured> {
  const { [times]: latencies_ms, notes } = await openOrders(bench, rate);
  return { value: percentile(latencies_ms, 0.5), latencies_ms, notes };
}

/** The limit is the rate of orders without a promotion in the same run. */
export const promotionOrderFigures: readonly Figure[] = [
  { name: 'order_add_strict_promotion', unit: 'orders/s', measure: withPromotion },
];

async function withPromotion(bench: Bench): Promise<Measured> {
  await warmOrders(bench);
  const loop = { connections: HEADLINE };
  const without = await runOrders(bench, await bench.shop(), { loop });
  const { rate, untilSettled_ms, notes } = await runOrders(bench, await strictShop(bench), { loop });
  return { value: rate, latencies_ms: untilSettled_ms, limit: without.rate, notes: [...without.notes, ...notes] };
}

async function strictShop(bench: Bench): Promise<BenchShop> {
  const shop = await bench.shop();
  const configuration = { percent: 10, limit_policy: 'strict' };
  const { promotion_id } = await shop.api.extension.total.promotion.add({
    name: 'Strict',
    type: 'percent',
    total_limit: 10_000_000,
    configuration,
  });
  const totals = [{ code: `promotion.${promotion_id}`, name: 'Strict', price: -1, sort_order: 0 }];
  return { ...shop, order: { ...shop.order, totals } };
}
