import type { Bench } from '../../bench.js';
import { flowFaults, notesOf, WrongRun } from '../../check/faults.js';
import { latestOrder, settledOrders } from '../../check/settled-orders.js';
import type { Figure, Measured } from '../../figure.js';
import { itemLimit, orderLimit } from '../../limits/sql-limit.js';
import type { LoadResult, Plan } from '../../load/job.js';
import type { BenchShop } from '../../shop.js';
import { LINES, warmOrders } from './order-run.js';

/** The number of requests in a batch, and of batches under way at a time. */
const SIZE = 100;
const CONNECTIONS = 2;

/** Records that batches add in a second; their limit is one statement for the rows of a whole batch. */
export const batchFigures: readonly Figure[] = [
  { name: 'batch_item_add', unit: 'items/s', measure: addItems },
  { name: 'batch_import_order', unit: 'orders/s', measure: importOrders },
];

const ITEMS = 'SELECT count(*)::int AS items FROM inventory.item WHERE account_id = $1';

async function addItems(bench: Bench): Promise<Measured> {
  const shop = await bench.shop();
  const { account_id, store_id: location_id } = shop;
  const { database } = bench.system;
  const count = async () => (await database.query<{ items: number }>(ITEMS, [account_id])).rows[0]?.items ?? 0;
  const template = { price: 12.5, cost: 7, weight: 0.5, locations: [{ location_id, quantity: 10, location: 'A-1' }] };
  const send = async (run: string, seconds: number) => {
    const before = await count();
    const load = await sendBatches(bench, shop, 'inventory/item/add', { kind: 'items', run, template }, seconds);
    return { load, added: (await count()) - before };
  };
  const { seconds, warmSeconds, limitSeconds } = bench.scale;
  await send('warm', Math.min(seconds, warmSeconds));
  const { load, added } = await send('item', seconds);
  WrongRun.ifAny([...batchFaults(load, added), ...(await flowFaults(shop))]);
  const limit = await itemLimit(database, { ...shop, count: SIZE }, CONNECTIONS, limitSeconds);
  return { ...load, value: added / load.seconds, limit: limit * SIZE, notes: notesOf(load) };
}

async function importOrders(bench: Bench): Promise<Measured> {
  await warmOrders(bench);
  const shop = await bench.shop();
  const { account_id, item_ids, order: template } = shop;
  const { database } = bench.system;
  const send = async (run: string, seconds: number) => {
    const after = await latestOrder(database, account_id);
    const plan = { kind: 'orders', run, template, item_ids, lines: LINES, isImported: true } as const;
    const start = Date.now();
    const load = await sendBatches(bench, shop, 'integration/channel/importOrder', plan, seconds);
    const found = await settledOrders(database, account_id, after);
    const end = found.reduce((last, { settled_at }) => Math.max(last, settled_at), 0);
    return { load, found, took_ms: end - start };
  };
  const { seconds, warmSeconds, limitSeconds } = bench.scale;
  await send('warm', Math.min(seconds, warmSeconds));
  const { load, found, took_ms } = await send('import', seconds);
  WrongRun.ifAny([...batchFaults(load, found.length), ...(await flowFaults(shop))]);
  const rows = { ...shop, hot_item_id: undefined, lines: LINES, orders: SIZE };
  const limit = await orderLimit(database, rows, CONNECTIONS, limitSeconds);
  return { ...load, value: (found.length * 1_000) / took_ms, limit: limit * SIZE, notes: notesOf(load) };
}

const sendBatches = (bench: Bench, { credentials }: BenchShop, path: string, of: Plan, seconds: number) =>
  bench.load({
    credentials,
    path: 'batch',
    plan: { kind: 'batches', path, of, size: SIZE },
    loop: { connections: CONNECTIONS },
    seconds,
  });

function batchFaults({ latencies_ms, unanswered, sample }: LoadResult, added: number): string[] {
  const expected = latencies_ms.length * SIZE;
  const isRight = added >= expected && added <= expected + unanswered * SIZE;
  return isRight ? [] : [`Batches of ${expected} requests were answered, and added ${added}: ${sample.slice(0, 500)}`];
}
