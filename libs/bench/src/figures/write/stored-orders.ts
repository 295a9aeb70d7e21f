import { orderFilling, rowSteps } from '@stockbook/testing';
import type { Bench } from '../../bench.js';
import type { Figure, Measured } from '../../figure.js';
import { percentile } from '../../percentiles.js';
import { runOrders, warmOrders } from './order-run.js';

const CONNECTIONS = 8;
const RUNS = 3;
/** The large account has this many times the orders of the small one. */
const MORE = 100;

/** The limit is the rate of an account with a hundredth of the orders. */
export const storedOrderFigures: readonly Figure[] = [
  { name: 'stored_orders_add_settled', unit: 'orders/s', isOnRequest: true, measure },
];

async function measure(bench: Bench): Promise<Measured> {
  await warmOrders(bench);
  const few = await rateWith(bench, Math.ceil(bench.scale.orders / MORE));
  const many = await rateWith(bench, bench.scale.orders);
  return { value: many, limit: few };
}

async function rateWith(bench: Bench, orders: number): Promise<number> {
  const shop = await bench.shop();
  for (const step of await rowSteps(bench.system.database, orderFilling(shop.account_id, orders))) await step();
  const rates: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    rates.push((await runOrders(bench, shop, { loop: { connections: CONNECTIONS } })).rate);
  }
  return percentile(rates, 0.5);
}
