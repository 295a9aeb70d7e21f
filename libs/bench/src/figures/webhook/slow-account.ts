import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '../../bench.js';
import { WrongRun } from '../../check/faults.js';
import type { Figure, Measured } from '../../figure.js';
import type { BenchShop } from '../../shop.js';
import type { BenchReceiver } from './receiver.js';
import { commitFacts, lagsOf, p99Of, withEndpoints } from './webhook-run.js';

/** The slow account has this many endpoints, which answer after 9 s each. */
const SLOW = 19;
/** A test must take less time than one slow answer. */
const TEST_MS = 8_000;
const DELIVERED_WITHIN_MS = 60_000;

/** docs/performance.md has the goals. */
export const slowAccountFigures: readonly Figure[] = [
  { name: 'webhook_lag_beside_slow_account', unit: 'ms', measure: (bench) => besideSlow(bench, deliveries) },
  { name: 'webhook_test_beside_slow_account', unit: 'ms', measure: (bench) => besideSlow(bench, tests) },
];

interface Accounts {
  readonly shop: BenchShop;
  readonly receiver: BenchReceiver;
  readonly slow: BenchShop;
}

async function besideSlow(
  bench: Bench,
  latenciesOf: (bench: Bench, accounts: Accounts) => Promise<readonly number[]>,
): Promise<Measured> {
  return withEndpoints(bench, { count: SLOW, slow: SLOW }, (slow) =>
    withEndpoints(bench, { count: 1 }, async (shop, receiver) =>
      p99Of(await latenciesOf(bench, { shop, receiver, slow })),
    ),
  );
}

async function deliveries(bench: Bench, { shop, receiver, slow }: Accounts): Promise<number[]> {
  const rounds = Math.ceil(bench.scale.seconds * 10);
  for (let n = 0; n < rounds; n++) {
    await commitFacts(bench, slow, 1);
    await commitFacts(bench, shop, 1);
    await delay(100);
  }
  return lagsOf(await receiver.take(rounds));
}

async function tests(bench: Bench, { shop, slow }: Accounts): Promise<number[]> {
  const [webhook_id, slow_id] = [await endpointOf(shop), await endpointOf(slow)];
  // Its own deliveries leave an account no room for a test.
  await untilDelivered(bench, slow.account_id);
  let isAnswered = false;
  const slowTest = slow.api.integration.webhook.test({ webhook_id: slow_id }).finally(() => (isAnswered = true));
  await delay(100);
  await commitFacts(bench, slow, SLOW);
  const latencies_ms: number[] = [];
  for (const end = Date.now() + Math.min(TEST_MS, 1_000 * bench.scale.seconds); Date.now() < end;) {
    const began = performance.now();
    const { attempt } = await shop.api.integration.webhook.test({ webhook_id });
    latencies_ms.push(performance.now() - began);
    if (attempt?.status !== 200) throw new WrongRun([`A test was answered ${JSON.stringify(attempt)}.`]);
    await delay(50);
  }
  if (isAnswered) throw new WrongRun(['The slow test did not last.']);
  await slowTest;
  return latencies_ms;
}

async function untilDelivered({ system }: Bench, account_id: number): Promise<void> {
  const waiting = 'SELECT count(*)::int AS count FROM integration.webhook_queue WHERE account_id = $1';
  for (const end = Date.now() + DELIVERED_WITHIN_MS; ; await delay(100)) {
    const { rows } = await system.database.query<{ count: number }>(waiting, [account_id]);
    if (!rows[0]?.count) return;
    if (Date.now() > end) throw new WrongRun([`${rows[0].count} slow deliveries are left.`]);
  }
}

async function endpointOf({ api }: BenchShop): Promise<number> {
  const { webhooks } = await api.integration.webhook.get({ limit: 1 });
  return webhooks?.[0]?.webhook_id ?? 0;
}
