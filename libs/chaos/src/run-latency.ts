import { setTimeout as delay } from 'node:timers/promises';
import { type FlowLatency, flowLatency } from './flow-latency.js';
import { orderBody } from './load/actions/order-body.js';
import { Gate } from './load/gate.js';
import type { ShopAccount } from './load/shop.js';
import { untilQuiet } from './quiet.js';
import { Random } from '@stockbook/process';
import { openStand, type Stand } from './system/stand.js';
import { subscriptions } from './system/subscriptions.js';

export interface LatencyOptions {
  readonly rates: readonly number[];
  readonly seconds: number;
  readonly seed: number;
  readonly report: (line: string) => void;
}

export interface LatencyFigure extends FlowLatency {
  readonly asked_per_s: number;
  readonly reached_per_s: number;
  readonly failed: number;
}

const SHOP = { domain: 'latency', allow_negative_stock: true, items: 200, pieces: 1_000 };
const WARM_UP_S = 5;
const [TICK_MS, MOST_AT_ONCE] = [5, 256];
const NOTHING_PLANTED = { subscriptions, planted: [] };

/** Orders come at their rate, whether or not others are done. */
export async function runLatency(options: LatencyOptions): Promise<LatencyFigure[]> {
  const { rates, seconds, report } = options;
  const stand = await openStand({ report });
  try {
    const [shop] = await stand.openShops([SHOP]);
    if (!shop) throw new Error('There is no account to order in.');
    const gate = new Gate(stand.system.urls);
    const place = orderIn(shop, gate, new Random(options.seed));
    report('Warming up.');
    await placeOrders(place, Math.min(...rates), WARM_UP_S);
    const figures: LatencyFigure[] = [];
    for (const rate of rates) {
      report(`${rate} orders/s for ${seconds} s.`);
      figures.push(await measureLatency(stand, shop, () => placeOrders(place, rate, seconds), rate));
    }
    await gate.close();
    return figures;
  } finally {
    await stand.stop(false);
  }
}

interface Placed {
  readonly placed: number;
  readonly failed: number;
  readonly took_s: number;
}

async function measureLatency(
  { sql }: Stand,
  { account_id }: ShopAccount,
  load: () => Promise<Placed>,
  asked_per_s: number,
): Promise<LatencyFigure> {
  await untilQuiet(sql, NOTHING_PLANTED);
  const since = new Date();
  const { placed, failed, took_s } = await load();
  await untilQuiet(sql, NOTHING_PLANTED);
  const latency = await flowLatency(sql, [account_id], since);
  return { asked_per_s, reached_per_s: placed / took_s, failed, ...latency };
}

/** Places orders at this rate, each at its time; no more than some hundreds are under way at once. */
async function placeOrders(place: () => Promise<boolean>, rate: number, seconds: number): Promise<Placed> {
  const began = performance.now();
  const elapsed_s = () => (performance.now() - began) / 1_000;
  const underWay = new Set<Promise<void>>();
  let [sent, placed, failed] = [0, 0, 0];
  while (elapsed_s() < seconds) {
    while (sent < elapsed_s() * rate && underWay.size < MOST_AT_ONCE) {
      sent++;
      const order = place().then((isPlaced) => {
        if (isPlaced) placed++;
        else failed++;
        underWay.delete(order);
      });
      underWay.add(order);
    }
    await delay(TICK_MS);
  }
  await Promise.all(underWay);
  return { placed, failed, took_s: elapsed_s() };
}

function orderIn(shop: ShopAccount, gate: Gate, random: Random): () => Promise<boolean> {
  const [order_status_id = 0] = shop.deducting_ids;
  let number = 0;
  return async () => {
    const line = () => ({ item_id: random.pick(shop.goods.all), quantity: 1 });
    const lines = Array.from({ length: random.between(1, 3) }, line);
    const body = orderBody(shop, 0, { token: `latency-${++number}`, lines, order_status_id });
    const answer = await gate.ask('sale/order/add', body, shop.credentials);
    return answer?.status === 200;
  };
}
