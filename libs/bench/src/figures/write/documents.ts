import { stockbookClient } from '@stockbook/auth';
import type { Client, contract } from '@stockbook/contracts';
import type { Bench } from '../../bench.js';
import { flowFaults } from '../../check/flow.js';
import { WrongRun } from '../../check/wrong-run.js';
import { itemFilling } from '../../data/items.js';
import type { Figure, Measured } from '../../figure.js';
import { granted } from '../../granted.js';
import { movementLimit } from '../../limits/sql-limit.js';
import { latencyOf } from '../../percentiles.js';
import { Shared } from '../../shared.js';
import { openPlaces } from '../../shop.js';

/** Every tenth item is a bundle, which no document of these has. */
const ITEMS = 11_111;
const STOCK_ITEMS = 10_000;
const PIECES = 100_000;
const PART = 1_000;
const LIMIT_SECONDS = 5;

/** An account with as many items as a stock take may have lines. */
interface Warehouse {
  readonly account_id: number;
  readonly api: Client<typeof contract>;
  readonly store_id: number;
  readonly depot_id: number;
  readonly item_ids: readonly number[];
}

/** A document that is ready to be written. */
interface Ready {
  /** The request that is measured, and how many movements it says it made, or should have made. */
  readonly write: () => Promise<number>;
}

/** Documents one after the other, of so many movements each. */
interface Plan {
  readonly movements: number;
  readonly prepare: (warehouse: Warehouse, n: number) => Promise<Ready> | Ready;
}

/** Large documents: their lines are one set to every statement, so the limit is one statement that moves as many stocks. */
export const documentFigures: readonly Figure[] = [
  figureOf('document_addition_1000', { movements: 1_000, prepare: addition }),
  figureOf('document_transfer_100', { movements: 200, prepare: transfer }),
  figureOf('document_stock_take_10000', { movements: STOCK_ITEMS, prepare: stockTake }),
];

function figureOf(name: string, plan: Plan): Figure {
  return { name, unit: 'requests/s', needs: [], measure: (bench) => measure(bench, plan) };
}

const warehouses = new Shared<Warehouse>();

async function measure(bench: Bench, { movements, prepare }: Plan): Promise<Measured> {
  const warehouse = await warehouses.of(bench, 'warehouse', () => openWarehouse(bench));
  const latencies: number[] = [];
  const faults: string[] = [];
  const end = performance.now() + bench.scale.seconds * 1_000;
  // The first one fills caches and is not measured.
  for (let n = 0; n < 2 || performance.now() < end; n++) {
    const { write } = await prepare(warehouse, n);
    const start = performance.now();
    const moved = await write();
    if (n) latencies.push(performance.now() - start);
    if (moved !== movements) faults.push(`A document of ${movements} movements made ${moved}.`);
  }
  WrongRun.ifAny([...faults, ...(await flowFaults(warehouse))]);
  const { account_id, store_id, item_ids } = warehouse;
  const load = { account_id, location_id: store_id, item_ids, lines: movements };
  const seconds = Math.min(bench.scale.seconds, LIMIT_SECONDS);
  const limit = await movementLimit(bench.system.database, load, 1, seconds);
  const took = latencies.reduce((sum, each) => sum + each, 0);
  return { value: (latencies.length * 1_000) / took, ...latencyOf(latencies), limit };
}

async function openWarehouse({ system }: Bench): Promise<Warehouse> {
  const { url, database } = system;
  const { places, account_id, credentials } = await openPlaces(system, 'warehouse');
  for (const step of itemFilling({ ...places, pieces: PIECES }, ITEMS).steps) await database.query(step);
  await database.query('ANALYZE inventory.item, inventory.item_stock, inventory.item_cost, inventory.item_flow');
  const { rows } = await database.query<{ item_id: number }>(
    'SELECT item_id FROM inventory.item WHERE account_id = $1 AND NOT bundle ORDER BY item_id',
    [account_id],
  );
  const [store_id, depot_id] = places.location_ids;
  const item_ids = rows.map(({ item_id }) => item_id);
  return { account_id, api: stockbookClient(url, credentials), store_id, depot_id, item_ids };
}

/** So many items, others each time. */
const drawn = ({ item_ids }: Warehouse, n: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => item_ids[(n * count + i) % item_ids.length] ?? 0);

function addition(warehouse: Warehouse, n: number): Ready {
  const lines = drawn(warehouse, n, 1_000).map((item_id) => {
    return { item_id, location_id: warehouse.store_id, quantity: 1, cost: 2 };
  });
  const write = async () => {
    await granted(() => warehouse.api.inventory.addition.add({ addition: lines }));
    return lines.length;
  };
  return { write };
}

function transfer(warehouse: Warehouse, n: number): Ready {
  const { store_id: from_location_id, depot_id: to_location_id } = warehouse;
  const lines = drawn(warehouse, n, 100).map((item_id) => {
    return { item_id, from_location_id, to_location_id, quantity: 1 };
  });
  const write = async () => {
    await granted(() => warehouse.api.inventory.transfer.add({ transfer: lines }));
    return 2 * lines.length;
  };
  return { write };
}

/** Every line is counted with more pieces than ever before, so that all of them are booked. */
async function stockTake({ api, store_id, item_ids }: Warehouse, n: number): Promise<Ready> {
  const jobs = api.inventory.stock_take_job;
  const { item_stock_take_job_id } = await granted(() => jobs.add({ location_id: store_id, all: true }));
  const [job] = (await granted(() => jobs.get({ item_stock_take_job_id }))).stock_take_jobs;
  if (job?.items.length !== item_ids.length) throw new Error(`The stock take has ${job?.items.length} lines.`);
  for (let from = 0; from < item_ids.length; from += PART) {
    const items = item_ids.slice(from, from + PART).map((item_id) => {
      return { item_id, quantity: 2 * PIECES + n };
    });
    await granted(() => jobs.count({ item_stock_take_job_id, items }));
  }
  return { write: async () => (await granted(() => jobs.complete({ item_stock_take_job_id }))).changed };
}
