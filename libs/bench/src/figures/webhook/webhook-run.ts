import type { Bench } from '../../bench.js';
import { settledOrders } from '../../check/settled-orders.js';
import type { Measured } from '../../figure.js';
import { percentile } from '../../percentiles.js';
import type { BenchShop } from '../../shop.js';
import { type Arrival, BenchReceiver } from './receiver.js';

/** Some of the endpoints hang or are slow. */
export async function withEndpoints<T>(
  bench: Bench,
  { count, hanging = 0, slow = 0 }: { readonly count: number; readonly hanging?: number; readonly slow?: number },
  work: (shop: BenchShop, receiver: BenchReceiver) => Promise<T>,
): Promise<T> {
  const shop = await bench.shop();
  const receiver = new BenchReceiver();
  try {
    const base = await receiver.listen();
    for (let n = 0; n < count; n++) {
      const url = `${base}/${n < hanging ? 'hang' : n < hanging + slow ? 'slow' : n}`;
      await shop.api.integration.webhook.add({ url, events: ['sale_order'] });
    }
    await place(bench, shop);
    await receiver.take((count - hanging - slow) * EVENTS_OF_ORDER);
    return await work(shop, receiver);
  } finally {
    const { webhooks } = await shop.api.integration.webhook.get({ limit: 100 });
    for (const { webhook_id } of webhooks) await shop.api.integration.webhook.delete({ webhook_id });
    await receiver.stop();
  }
}

/** An order whose status deducts is added, and deducted. */
export const EVENTS_OF_ORDER = 2;

export async function place(bench: Bench, { api, account_id, order: given }: BenchShop): Promise<void> {
  const { order } = await api.sale.order.add(given);
  await settledOrders(bench.system.database, account_id, order.order_id - 1);
}

/** Commits facts of orders that do not exist, so that the way from the outbox on is measured alone. */
export async function commitFacts(
  { system }: Bench,
  { account_id }: BenchShop,
  records: number,
  changes = 1,
): Promise<void> {
  await system.database.query(
    `INSERT INTO sales.outbox (event_id, account_id, topic, name, version, aggregate_id, sequence, payload, bytes)
     SELECT gen_random_uuid(), account_id, topic, name, version, 1000000000 + record
       + (SELECT coalesce(max(outbox_id), 0) FROM sales.outbox_archive), change, payload::json, octet_length(payload)
     FROM (
       SELECT account_id, topic, name, version, (payload::jsonb - 'demand')::text AS payload FROM sales.outbox_archive
       WHERE account_id = $1 AND topic = 'sale.order' AND payload -> 'record' IS NOT NULL
       ORDER BY created_at DESC LIMIT 1
     ) last, generate_series(1, $3::int) change, generate_series(1, $2::int) record ORDER BY change, record`,
    [account_id, records, changes],
  );
}

export function deliveryRate(arrivals: readonly Arrival[]): number {
  const first = arrivals.reduce((least, { committed_at }) => Math.min(least, committed_at), Infinity);
  const last = arrivals.reduce((most, { received_at }) => Math.max(most, received_at), -Infinity);
  return arrivals.length / ((last - first) / 1_000);
}

export const lagsOf = (arrivals: readonly Arrival[]): number[] =>
  arrivals.map(({ committed_at, received_at }) => received_at - committed_at);

export const p99Of = (latencies_ms: readonly number[]): Measured => ({
  value: percentile(latencies_ms, 0.99),
  latencies_ms,
});
