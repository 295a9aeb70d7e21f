import type { Bench } from '../../bench.js';
import { settledOrders } from '../../check/settled-orders.js';
import { granted } from '../../granted.js';
import type { BenchShop } from '../../shop.js';
import { type Arrival, BenchReceiver } from '../../webhooks/receiver.js';

export interface Endpoints {
  readonly shop: BenchShop;
  readonly receiver: BenchReceiver;
}

/** Runs work with a shop of its own whose orders go to so many endpoints of one receiver; one of them may hang. */
export async function withEndpoints<T>(
  bench: Bench,
  { count, isHanging = false }: { readonly count: number; readonly isHanging?: boolean },
  work: (endpoints: Endpoints) => Promise<T>,
): Promise<T> {
  const shop = await bench.shop();
  const receiver = await BenchReceiver.open();
  try {
    for (let n = 0; n < count; n++) {
      const url = `${receiver.url}/${isHanging && n === 0 ? 'hang' : n}`;
      await granted(() => shop.api.integration.webhook.add({ url, events: ['sale_order'] }));
    }
    const endpoints = { shop, receiver };
    await place(bench, endpoints);
    await receiver.take((isHanging ? count - 1 : count) * EVENTS_OF_ORDER);
    return await work(endpoints);
  } finally {
    const { webhooks } = await granted(() => shop.api.integration.webhook.get({ limit: 100 }));
    for (const { webhook_id } of webhooks) await granted(() => shop.api.integration.webhook.delete({ webhook_id }));
    receiver.close();
  }
}

/** An order whose status deducts is added, and deducted. */
export const EVENTS_OF_ORDER = 2;

/** Places an order and waits until its stock is settled. */
export async function place(bench: Bench, { shop }: Pick<Endpoints, 'shop'>): Promise<void> {
  const { order } = await granted(() => shop.api.sale.order.add(shop.order));
  await settledOrders(bench.system.database, shop.account_id, order.order_id - 1);
}

/** Deliveries a second, from the commit of the first fact until the last delivery has arrived. */
export function rateOf(arrivals: readonly Arrival[]): number {
  const first = arrivals.reduce((least, { committed_at }) => Math.min(least, committed_at), Infinity);
  const last = arrivals.reduce((most, { received_at }) => Math.max(most, received_at), -Infinity);
  return arrivals.length / ((last - first) / 1_000);
}

export const lagsOf = (arrivals: readonly Arrival[]): number[] =>
  arrivals.map(({ committed_at, received_at }) => received_at - committed_at);
