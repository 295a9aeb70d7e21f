import type { Bench } from '../../bench.js';
import { flowFaults, WrongRun } from '../../check/faults.js';
import type { Figure, Measured } from '../../figure.js';
import { movementLimit } from '../../limits/sql-limit.js';
import { shared } from '../../shared.js';
import { openWarehouse, type Warehouse } from '../../shop.js';

/** A stock take may have 10,000 lines, and a tenth of the items are bundles, which these documents do not have. */
const ITEMS = 11_111;
const STOCK_ITEMS = 10_000;
const PIECES = 100_000;
const PART = 1_000;

/** The prepared request returns how many movements it made, or should have made. */
type Prepare = (warehouse: Warehouse, n: number) => Promise<() => Promise<number>>;

/** A document's lines are one set, so the limit is one statement that moves as many stocks. */
export const documentFigures: readonly Figure[] = [
  figureOf('document_addition_1000', 1_000, addition),
  figureOf('document_transfer_100', 200, transfer),
  figureOf('document_stock_take_10000', STOCK_ITEMS, stockTake),
];

function figureOf(name: string, movements: number, prepare: Prepare): Figure {
  return { name, unit: 'requests/s', measure: (bench) => measure(bench, movements, prepare) };
}

const openLargeWarehouse = shared(async ({ system }) => {
  const warehouse = await openWarehouse(system, 'warehouse', PIECES, ITEMS);
  await system.database.query('ANALYZE inventory.item, inventory.item_stock, inventory.item_cost, inventory.item_flow');
  return warehouse;
});

async function measure(bench: Bench, movements: number, prepare: Prepare): Promise<Measured> {
  const warehouse = await openLargeWarehouse(bench);
  const latencies_ms: number[] = [];
  const faults: string[] = [];
  const end = performance.now() + bench.scale.seconds * 1_000;
  // The first one fills caches and is not measured.
  for (let n = 0; n < 2 || performance.now() < end; n++) {
    const write = await prepare(warehouse, n);
    const start = performance.now();
    const moved = await write();
    if (n) latencies_ms.push(performance.now() - start);
    if (moved !== movements) faults.push(`A document of ${movements} movements made ${moved}.`);
  }
  WrongRun.ifAny([...faults, ...(await flowFaults(warehouse))]);
  const limit = await movementLimit(
    bench.system.database,
    { ...warehouse, lines: movements },
    1,
    bench.scale.limitSeconds,
  );
  const took = latencies_ms.reduce((sum, each) => sum + each, 0);
  return { value: (latencies_ms.length * 1_000) / took, latencies_ms, limit };
}

const drawn = ({ item_ids }: Warehouse, n: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => item_ids[(n * count + i) % item_ids.length] ?? 0);

async function addition(warehouse: Warehouse, n: number) {
  const { api, store_id: location_id } = warehouse;
  const lines = drawn(warehouse, n, 1_000).map((item_id) => ({ item_id, location_id, quantity: 1, cost: 2 }));
  return async () => {
    await api.inventory.addition.add({ addition: lines });
    return lines.length;
  };
}

async function transfer(warehouse: Warehouse, n: number) {
  const { api, store_id: from_location_id, depot_id: to_location_id } = warehouse;
  const lines = drawn(warehouse, n, 100).map((item_id) => {
    return { item_id, from_location_id, to_location_id, quantity: 1 };
  });
  return async () => {
    await api.inventory.transfer.add({ transfer: lines });
    return 2 * lines.length;
  };
}

/** Every line is counted with more pieces than ever before, so that all of them are booked. */
async function stockTake({ api, store_id, item_ids }: Warehouse, n: number) {
  const jobs = api.inventory.stock_take_job;
  const { item_stock_take_job_id } = await jobs.add({ location_id: store_id, all: true });
  const [job] = (await jobs.get({ item_stock_take_job_id })).stock_take_jobs;
  if (job?.items.length !== item_ids.length) throw new Error(`The stock take has ${job?.items.length} lines.`);
  for (let from = 0; from < item_ids.length; from += PART) {
    const items = item_ids.slice(from, from + PART).map((item_id) => {
      return { item_id, quantity: 2 * PIECES + n };
    });
    await jobs.count({ item_stock_take_job_id, items });
  }
  return async () => (await jobs.complete({ item_stock_take_job_id })).changed;
}
