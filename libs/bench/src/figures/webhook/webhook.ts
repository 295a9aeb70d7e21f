import { groupBy } from '@stockbook/persistence';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '../../bench.js';
import { WrongRun } from '../../check/faults.js';
import type { Figure, Measured } from '../../figure.js';
import { type OrderRun, runOrders, warmOrders } from '../write/order-run.js';
import type { Arrival } from './receiver.js';
import { slowAccountFigures } from './slow-account.js';
import { commitFacts, deliveryRate, EVENTS_OF_ORDER, lagsOf, p99Of, place, withEndpoints } from './webhook-run.js';

/** Figures of the webhook dispatcher; docs/performance.md has the goals. */
export const webhookFigures: readonly Figure[] = [
  { name: 'webhook_deliveries_10', unit: 'deliveries/s', measure: (bench) => throughput(bench, 10) },
  { name: 'webhook_deliveries_1', unit: 'deliveries/s', measure: (bench) => throughput(bench, 1) },
  { name: 'webhook_lag_beside_hanging', unit: 'ms', measure: besideHanging },
  ...slowAccountFigures,
  { name: 'webhook_first_delivery', unit: 'ms', measure: firstDelivery },
  { name: 'webhook_held', unit: 'ms', measure: held },
  { name: 'webhook_order_add_settled', unit: 'orders/s', measure: orderCost },
];

const FACTS_A_SECOND = 300;

async function throughput(bench: Bench, count: number): Promise<Measured> {
  const records = Math.ceil(FACTS_A_SECOND * bench.scale.seconds);
  const warming = Math.ceil(records / 4);
  return withEndpoints(bench, { count }, async (shop, receiver) => {
    await commitFacts(bench, shop, warming);
    await receiver.take(warming * count);
    await commitFacts(bench, shop, records);
    const arrivals = await receiver.take(records * count);
    return { value: deliveryRate(arrivals), latencies_ms: lagsOf(arrivals) };
  });
}

async function besideHanging(bench: Bench): Promise<Measured> {
  const [rounds, records, count] = [Math.ceil(bench.scale.seconds * 10), 2, 10];
  return withEndpoints(bench, { count, hanging: 1 }, async (shop, receiver) => {
    for (let n = 0; n < rounds; n++) {
      await commitFacts(bench, shop, records);
      await delay(100);
    }
    return p99Of(lagsOf(await receiver.take(rounds * records * (count - 1))));
  });
}

async function firstDelivery(bench: Bench): Promise<Measured> {
  const orders = Math.ceil(bench.scale.seconds * 10);
  return withEndpoints(bench, { count: 1 }, async (shop, receiver) => {
    for (let n = 0; n < orders; n++) await place(bench, shop);
    const arrivals = await receiver.take(orders * EVENTS_OF_ORDER);
    const [first] = arrivals.map(({ sequence }) => sequence).toSorted((one, other) => one - other);
    return p99Of(lagsOf(arrivals.filter(({ sequence }) => sequence === first)));
  });
}

/** Measures the time from the answer to a retry until the delivery that it held arrives. */
async function held(bench: Bench): Promise<Measured> {
  const [rounds, count, changes] = [Math.ceil(bench.scale.seconds / 2), 20, 4];
  return withEndpoints(bench, { count }, async (shop, receiver) => {
    await receiver.refuseFirst();
    const gaps: number[] = [];
    for (let n = 0; n < rounds; n++) {
      await commitFacts(bench, shop, 1, changes);
      await untilHeld(bench, shop.account_id, count * (changes - 1));
      const arrivals = groupBy(await receiver.take(count * changes), ({ path }) => path);
      gaps.push(...[...arrivals.values()].map(gapAfterRetry));
    }
    return p99Of(gaps);
  });
}

/** The first pause before a retry is 5 s. */
const HELD_WITHIN_MS = 4_000;

async function untilHeld({ system }: Bench, account_id: number, count: number): Promise<void> {
  const end = Date.now() + HELD_WITHIN_MS;
  const held = `SELECT count(*)::int AS held FROM integration.webhook_queue WHERE account_id = $1 AND state = 'held'`;
  for (;;) {
    const { rows } = await system.database.query<{ held: number }>(held, [account_id]);
    const found = rows[0]?.held;
    if (found === count) return;
    if (Date.now() > end) throw new WrongRun([`${found} deliveries are held, not ${count}.`]);
    await delay(50);
  }
}

function gapAfterRetry(arrivals: readonly Arrival[]): number {
  if (arrivals.some(({ sequence }, n) => sequence !== n + 1))
    throw new WrongRun(['The deliveries of a record are out of order.']);
  const [retried, next] = arrivals;
  return (next?.received_at ?? NaN) - (retried?.answered_at ?? NaN);
}

const CLIENTS = 8;
/** Runs with an endpoint and without one take turns, so that both meet the machine as it is. */
const ROUNDS = 4;

/** Measures settled orders a second with one endpoint; the limit is the rate without any. */
async function orderCost(bench: Bench): Promise<Measured> {
  await warmOrders(bench);
  const plain = await bench.shop();
  const options = { loop: { connections: CLIENTS }, seconds: bench.scale.seconds / ROUNDS };
  return withEndpoints(bench, { count: 1 }, async (shop, receiver) => {
    const [without, sending]: [OrderRun[], OrderRun[]] = [[], []];
    const warm = await runOrders(bench, shop, { ...options, seconds: bench.scale.warmSeconds });
    await receiver.take(warm.lag_ms.length * EVENTS_OF_ORDER);
    for (let round = 0; round < ROUNDS; round++) {
      without.push(await runOrders(bench, plain, options));
      const run = await runOrders(bench, shop, options);
      sending.push(run);
      await receiver.take(run.lag_ms.length * EVENTS_OF_ORDER);
    }
    const latencies_ms = sending.flatMap(({ untilSettled_ms }) => untilSettled_ms);
    const notes = sending.flatMap(({ notes: own }) => own);
    return { value: meanRate(sending), latencies_ms, limit: meanRate(without), notes };
  });
}

const meanRate = (runs: readonly OrderRun[]): number => runs.reduce((sum, { rate }) => sum + rate, 0) / runs.length;
