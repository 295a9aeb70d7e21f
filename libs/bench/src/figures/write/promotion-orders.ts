import type { Bench } from '../../bench.js';
import type { Figure, Measured } from '../../figure.js';
import { granted } from '../../granted.js';
import { latencyOf } from '../../percentiles.js';
import type { BenchShop } from '../../shop.js';
import { runOrders, warmOrders } from './order-run.js';

const CONNECTIONS = 8;

/** Orders a second until settled, each of which claims a strict promotion; the limit is what orders without one reach in the same run. */
export const promotionOrderFigures: readonly Figure[] = [
  { name: 'order_add_strict_promotion', unit: 'orders/s', needs: [], measure },
];

async function measure(bench: Bench): Promise<Measured> {
  await warmOrders(bench);
  const { seconds } = bench.scale;
  const loop = { kind: 'closed', connections: CONNECTIONS } as const;
  const without = await runOrders(bench, await bench.shop(), { loop, seconds });
  const { rate, untilSettled_ms, notes } = await runOrders(bench, await strictShop(bench), { loop, seconds });
  return { value: rate, ...latencyOf(untilSettled_ms), limit: without.rate, notes: [...without.notes, ...notes] };
}

/** A shop whose orders all use one strict promotion. */
async function strictShop(bench: Bench): Promise<BenchShop> {
  const shop = await bench.shop();
  const configuration = { percent: 10, limit_policy: 'strict' };
  const { promotion_id } = await granted(() =>
    shop.api.extension.total.promotion.add({ name: 'Strict', type: 'percent', total_limit: 10_000_000, configuration }),
  );
  const totals = [{ code: `promotion.${promotion_id}`, name: 'Strict', price: -1, sort_order: 0 }];
  return { ...shop, order: { ...shop.order, totals } };
}
