import type { Bench } from '../../bench.js';
import type { Figure, Measured } from '../../figure.js';
import { latencyOf } from '../../percentiles.js';
import { type OrderRun, runOrders, warmOrders } from '../write/order-run.js';
import { EVENTS_OF_ORDER, withEndpoints } from './webhook-run.js';

const CLIENTS = 8;
/** Runs with an endpoint and without one take turns, so that both meet the machine as it is. */
const ROUNDS = 4;

/** Orders a second until settled with one endpoint; the limit is the same without any. */
export const orderCostFigures: readonly Figure[] = [
  { name: 'webhook_order_add_settled', unit: 'orders/s', needs: [], measure: withOneEndpoint },
];

async function withOneEndpoint(bench: Bench): Promise<Measured> {
  await warmOrders(bench);
  const plain = await bench.shop();
  const options = { loop: { kind: 'closed', connections: CLIENTS }, seconds: bench.scale.seconds / ROUNDS } as const;
  return withEndpoints(bench, { count: 1 }, async ({ shop, receiver }) => {
    const [without, sending]: [OrderRun[], OrderRun[]] = [[], []];
    const warm = await runOrders(bench, shop, { ...options, seconds: bench.scale.warmSeconds });
    await receiver.take(warm.lag_ms.length * EVENTS_OF_ORDER);
    for (let round = 0; round < ROUNDS; round++) {
      without.push(await runOrders(bench, plain, options));
      const run = await runOrders(bench, shop, options);
      sending.push(run);
      await receiver.take(run.lag_ms.length * EVENTS_OF_ORDER);
    }
    const latency = latencyOf(sending.flatMap(({ untilSettled_ms }) => untilSettled_ms));
    return {
      value: meanRate(sending),
      ...latency,
      limit: meanRate(without),
      notes: sending.flatMap(({ notes }) => notes),
    };
  });
}

const meanRate = (runs: readonly OrderRun[]): number => runs.reduce((sum, { rate }) => sum + rate, 0) / runs.length;
