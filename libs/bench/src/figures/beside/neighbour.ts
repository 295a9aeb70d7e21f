import { call } from '@stockbook/auth';
import type { Bench } from '../../bench.js';
import { answerFaults, notesOf } from '../../check/answers.js';
import { WrongRun } from '../../check/wrong-run.js';
import type { Figure, Measured } from '../../figure.js';
import type { Plan } from '../../load/job.js';
import { latencyOf } from '../../percentiles.js';
import type { BenchShop } from '../../shop.js';

const RATE = 40;
const LOCK_SECONDS = 9;
const WRITERS = 12;
const EDIT_STOCK = 'inventory/item/editStock';

/** How one account is answered, with and without another account whose writers wait for a locked row. */
export const neighbourFigures: readonly Figure[] = [
  { name: 'neighbour_read', unit: 'ms', needs: [], measure: (bench) => free(bench, reading) },
  { name: 'neighbour_read_beside_lock', unit: 'ms', needs: [], measure: (bench) => besideLock(bench, reading) },
  { name: 'neighbour_write', unit: 'ms', needs: [], measure: (bench) => free(bench, writing) },
  { name: 'neighbour_write_beside_lock', unit: 'ms', needs: [], measure: (bench) => besideLock(bench, writing) },
];

type Requests = (shop: BenchShop) => { readonly path: string; readonly plan: Plan };

const reading: Requests = () => ({ path: 'inventory/item/get', plan: { kind: 'same', bodies: [{ limit: 20 }] } });

const writing: Requests = ({ item_ids, store_id: location_id }) => ({
  path: EDIT_STOCK,
  plan: { kind: 'stock', item_ids, location_id, lines: 1, first: 1_000 },
});

async function free(bench: Bench, requests: Requests): Promise<Measured> {
  return answered(bench, await bench.shop(), requests);
}

async function besideLock(bench: Bench, requests: Requests): Promise<Measured> {
  const [busy, shop] = [await bench.shop(), await bench.shop()];
  return whileWritersWait(bench, busy, () => answered(bench, shop, requests));
}

/** The p99 of requests that come at a steady rate, every one of which must be granted. */
async function answered(bench: Bench, shop: BenchShop, requests: Requests): Promise<Measured> {
  const { url } = bench.system;
  const { credentials } = shop;
  const loop = { kind: 'open', rate: RATE } as const;
  const seconds = Math.min(LOCK_SECONDS, bench.scale.seconds);
  const load = await bench.load({ url, credentials, ...requests(shop), loop, seconds });
  const refused = load.sent - (load.statuses['200'] ?? 0);
  WrongRun.ifAny([
    ...answerFaults(load),
    ...(refused ? [`${refused} of ${load.sent} requests were not granted.`] : []),
  ]);
  const latency = latencyOf(load.latencies_ms);
  return { value: latency.p99_ms ?? 0, ...latency, limit: null, notes: notesOf(load) };
}

/** Keeps an item of the shop locked, and clients of the shop waiting for it, while the work is done. */
async function whileWritersWait<T>({ system }: Bench, shop: BenchShop, work: () => Promise<T>): Promise<T> {
  const { account_id, credentials, store_id: location_id, hot_item_id: item_id } = shop;
  const locker = await system.database.connect();
  let isOver = false;
  const writer = async (_: unknown, index: number) => {
    for (let n = 0; !isOver; n++) {
      const items = [{ item_id, location_id, quantity: 1_000 * (index + 1) + n }];
      await call(system.url, credentials, EDIT_STOCK, { items });
    }
  };
  try {
    await locker.query('BEGIN');
    await locker.query('SELECT FROM inventory.item WHERE account_id = $1 AND item_id = $2 FOR UPDATE', [
      account_id,
      item_id,
    ]);
    await locker.query('SELECT FROM inventory.item_stock WHERE account_id = $1 AND item_id = $2 FOR UPDATE', [
      account_id,
      item_id,
    ]);
    const writing = Promise.all(Array.from({ length: WRITERS }, writer));
    const [done] = await Promise.all([work().finally(() => (isOver = true)), writing]);
    return done;
  } finally {
    await locker.query('ROLLBACK');
    locker.release();
  }
}
