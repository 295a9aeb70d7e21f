import type { Bench } from '../../bench.js';
import { flowFaults, notesOf, WrongRun } from '../../check/faults.js';
import { orderFaults } from '../../check/order-faults.js';
import { latestOrder, settledOrders } from '../../check/settled-orders.js';
import type { Loop } from '../../load/job.js';
import { shared } from '../../shared.js';
import type { BenchShop } from '../../shop.js';

export const LINES = 3;

export interface OrderRun {
  readonly rate: number;
  /** The times at which each order was sent, and was answered and settled: Unix time in milliseconds. */
  readonly done: readonly { readonly sent_at: number; readonly end: number }[];
  readonly untilSettled_ms: readonly number[];
  /** The time of each order from its commit until its movement is written, and until sales has learnt of it. */
  readonly untilMoved_ms: readonly number[];
  readonly lag_ms: readonly number[];
  readonly notes: readonly string[];
}

export interface OrderRunOptions {
  readonly loop: Loop;
  /** The scale's seconds unless given. */
  readonly seconds?: number;
  readonly hot_item_id?: number;
}

export async function runOrders(bench: Bench, shop: BenchShop, options: OrderRunOptions): Promise<OrderRun> {
  const { loop, seconds = bench.scale.seconds, hot_item_id } = options;
  const { database } = bench.system;
  const { account_id, credentials, item_ids, order: template } = shop;
  const after = await latestOrder(database, account_id);
  const run = `run after ${after}`;
  const load = await bench.load({
    credentials,
    path: 'sale/order/add',
    plan: { kind: 'orders', run, template, item_ids, lines: LINES, hot_item_id },
    loop,
    seconds,
    acknowledged: 'order_id',
  });
  const found = await settledOrders(database, account_id, after);
  const evidence = { run, lines: LINES, load, found, flowFaults: await flowFaults(shop) };
  WrongRun.ifAny(orderFaults(evidence));
  const ordersById = new Map(found.map((order) => [order.order_id, order]));
  const done = load.acknowledgements.flatMap(({ id, sent_at, answered_at }) => {
    const order = ordersById.get(id);
    return order ? [{ sent_at, end: Math.max(answered_at, order.settled_at) }] : [];
  });
  const first = done.reduce((least, { sent_at }) => Math.min(least, sent_at), Infinity);
  const last = done.reduce((most, { end }) => Math.max(most, end), -Infinity);
  return {
    rate: done.length / ((last - first) / 1_000),
    done,
    untilSettled_ms: done.map(({ sent_at, end }) => end - sent_at),
    untilMoved_ms: found.map(({ committed_at, moved_at }) => moved_at - committed_at),
    lag_ms: found.map(({ committed_at, settled_at }) => settled_at - committed_at),
    notes: notesOf(load),
  };
}

/** The whole path is compiled and cached before the first run counts. */
export const warmOrders = shared(async (bench) => {
  const seconds = bench.scale.warmOrdersSeconds;
  await runOrders(bench, await bench.shop(), { loop: { connections: 8 }, seconds });
});

/** The shop has sold before, because its first order fetches what orders need. */
export const openOrders = shared(async (bench, rate: number) => {
  await warmOrders(bench);
  const shop = await bench.shop();
  await runOrders(bench, shop, { loop: { rate }, seconds: bench.scale.shortSeconds });
  return runOrders(bench, shop, { loop: { rate } });
});
