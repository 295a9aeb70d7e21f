import { groupBy } from '@stockbook/persistence';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '../../bench.js';
import { WrongRun } from '../../check/wrong-run.js';
import type { Figure, Measured } from '../../figure.js';
import { latencyOf } from '../../percentiles.js';
import { commitFacts } from '../../webhooks/facts.js';
import type { Arrival } from '../../webhooks/receiver.js';
import { EVENTS_OF_ORDER, lagsOf, place, rateOf, withEndpoints } from './webhook-run.js';

/** Figures of the webhook dispatcher; docs/performance.md has the goals. */
export const webhookFigures: readonly Figure[] = [
  { name: 'webhook_deliveries_10', unit: 'deliveries/s', needs: [], measure: (bench) => throughput(bench, 10) },
  { name: 'webhook_deliveries_1', unit: 'deliveries/s', needs: [], measure: (bench) => throughput(bench, 1) },
  { name: 'webhook_lag_beside_hanging', unit: 'ms', needs: [], measure: besideHanging },
  { name: 'webhook_first_delivery', unit: 'ms', needs: [], measure: firstDelivery },
  { name: 'webhook_held', unit: 'ms', needs: [], measure: held },
];

const FACTS_A_SECOND = 300;

async function throughput(bench: Bench, count: number): Promise<Measured> {
  const records = Math.ceil(FACTS_A_SECOND * bench.scale.seconds);
  return withEndpoints(bench, { count }, async ({ shop, receiver }) => {
    const { account_id } = shop;
    await commitFacts(bench.system, { account_id, records: Math.ceil(records / 4), changes: 1 });
    await receiver.take(Math.ceil(records / 4) * count);
    await commitFacts(bench.system, { account_id, records, changes: 1 });
    const arrivals = await receiver.take(records * count);
    return { ...measured(lagsOf(arrivals)), value: rateOf(arrivals) };
  });
}

/** Nine healthy endpoints of ten, at 20 facts a second. */
async function besideHanging(bench: Bench): Promise<Measured> {
  const [rounds, records, count] = [Math.ceil(bench.scale.seconds * 10), 2, 10];
  return withEndpoints(bench, { count, isHanging: true }, async ({ shop, receiver }) => {
    for (let n = 0; n < rounds; n++) {
      await commitFacts(bench.system, { account_id: shop.account_id, records, changes: 1 });
      await delay(100);
    }
    const lag = latencyOf(lagsOf(await receiver.take(rounds * records * (count - 1))));
    return { value: lag.p99_ms ?? NaN, ...lag, limit: null };
  });
}

/** From the commit of an order to its first delivery, one after the other. */
async function firstDelivery(bench: Bench): Promise<Measured> {
  const orders = Math.ceil(bench.scale.seconds * 10);
  return withEndpoints(bench, { count: 1 }, async (endpoints) => {
    for (let n = 0; n < orders; n++) await place(bench, endpoints);
    const arrivals = await endpoints.receiver.take(orders * EVENTS_OF_ORDER);
    const [first] = arrivals.map(({ sequence }) => sequence).toSorted((one, other) => one - other);
    const lag = latencyOf(lagsOf(arrivals.filter(({ sequence }) => sequence === first)));
    return { value: lag.p99_ms ?? NaN, ...lag, limit: null };
  });
}

/** From the answer to a retry until the next delivery of its record arrives, which is held until then. */
async function held(bench: Bench): Promise<Measured> {
  const [rounds, count, changes] = [Math.ceil(bench.scale.seconds / 2), 20, 4];
  return withEndpoints(bench, { count }, async ({ shop, receiver }) => {
    await receiver.refuseFirst();
    const gaps: number[] = [];
    for (let n = 0; n < rounds; n++) {
      await commitFacts(bench.system, { account_id: shop.account_id, records: 1, changes });
      await untilHeld(bench, shop.account_id, count * (changes - 1));
      const arrivals = groupBy(await receiver.take(count * changes), ({ path }) => path);
      gaps.push(...[...arrivals.values()].map(gapAfterRetry));
    }
    const gap = latencyOf(gaps);
    return { value: gap.p99_ms ?? NaN, ...gap, limit: null };
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

const measured = (values: readonly number[]) => ({ ...latencyOf(values), limit: null });
