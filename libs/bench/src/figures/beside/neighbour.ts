import { call } from '@stockbook/testing/requests';
import type { Bench } from '../../bench.js';
import { notesOf, WrongRun } from '../../check/faults.js';
import type { Figure, Measured } from '../../figure.js';
import type { Plan } from '../../load/job.js';
import { percentile } from '../../percentiles.js';
import type { BenchShop } from '../../shop.js';
import { whileLocked } from './row-lock.js';

const RATE = 40;
const LOCK_SECONDS = 9;
const WRITERS = 12;
const EDIT_STOCK = 'inventory/item/editStock';

export const neighbourFigures: readonly Figure[] = [
  { name: 'neighbour_read', unit: 'ms', measure: (bench) => free(bench, reading) },
  { name: 'neighbour_read_beside_lock', unit: 'ms', measure: (bench) => besideLock(bench, reading) },
  { name: 'neighbour_write', unit: 'ms', measure: (bench) => free(bench, writing) },
  { name: 'neighbour_write_beside_lock', unit: 'ms', measure: (bench) => besideLock(bench, writing) },
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
  return whileLocked(bench.system.database, ['inventory.item', 'inventory.item_stock'], busy, () =>
    whileWritersWait(bench, busy, () => answered(bench, shop, requests)),
  );
}

async function answered(bench: Bench, shop: BenchShop, requests: Requests): Promise<Measured> {
  const { credentials } = shop;
  const seconds = Math.min(LOCK_SECONDS, bench.scale.seconds);
  const load = await bench.load({ credentials, ...requests(shop), loop: { rate: RATE }, seconds });
  const { sent, statuses, latencies_ms } = load;
  const refused = sent - (statuses['200'] ?? 0);
  if (refused) throw new WrongRun([`${refused} of ${sent} requests were not granted.`]);
  return { value: percentile(latencies_ms, 0.99), latencies_ms, notes: notesOf(load) };
}

async function whileWritersWait<T>({ system }: Bench, shop: BenchShop, work: () => Promise<T>): Promise<T> {
  const { credentials, store_id: location_id, hot_item_id: item_id } = shop;
  let isOver = false;
  const writer = async (_: unknown, index: number) => {
    for (let n = 0; !isOver; n++) {
      const items = [{ item_id, location_id, quantity: 1_000 * (index + 1) + n }];
      await call(system.url, credentials, EDIT_STOCK, { items });
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, writer));
  const [done] = await Promise.all([work().finally(() => (isOver = true)), writers]);
  return done;
}
