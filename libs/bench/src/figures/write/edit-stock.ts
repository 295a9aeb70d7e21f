import type { Bench } from '../../bench.js';
import { flowFaults, notesOf, WrongRun } from '../../check/faults.js';
import type { Figure, Measured } from '../../figure.js';
import { movementLimit } from '../../limits/sql-limit.js';
import { grantedRate, latencyLoop, type Loop } from '../../load/job.js';
import type { BenchShop } from '../../shop.js';

const LINES = 100;
const CONNECTIONS = 4;

export const editStockFigures: readonly Figure[] = [{ name: 'edit_stock_100', unit: 'requests/s', measure }];

async function measure(bench: Bench): Promise<Measured> {
  const shop = await bench.shop();
  const { seconds, warmSeconds, limitSeconds } = bench.scale;
  const loop = { connections: CONNECTIONS };
  await run(bench, shop, loop, Math.min(seconds, warmSeconds), 1_000);
  const closed = await run(bench, shop, loop, seconds, 1_000_000);
  const value = grantedRate(closed);
  const open = await run(bench, shop, latencyLoop(value), seconds, 2_000_000);
  const load = { ...shop, lines: LINES, hot_item_id: undefined };
  const limit = await movementLimit(bench.system.database, load, CONNECTIONS, limitSeconds);
  return { value, latencies_ms: open.latencies_ms, limit, notes: notesOf(closed, open) };
}

const FLOWS = 'SELECT count(*)::int AS flows FROM inventory.item_flow WHERE account_id = $1';

async function run(bench: Bench, shop: BenchShop, loop: Loop, seconds: number, first: number) {
  const { account_id, credentials, item_ids, store_id: location_id } = shop;
  const flows = async () =>
    (await bench.system.database.query<{ flows: number }>(FLOWS, [account_id])).rows[0]?.flows ?? 0;
  const before = await flows();
  const plan = { kind: 'stock', item_ids, location_id, lines: LINES, first } as const;
  const path = 'inventory/item/editStock';
  const load = await bench.load({ credentials, path, plan, loop, seconds, acknowledged: 'changed' });
  const changed = load.acknowledgements.reduce((sum, { id }) => sum + id, 0);
  const moved = (await flows()) - before;
  const faults = await flowFaults(shop);
  if (moved < changed || moved > changed + load.unanswered * LINES) {
    faults.push(`${changed} changes of stock were acknowledged, and ${moved} are in the flow.`);
  }
  WrongRun.ifAny(faults);
  return load;
}
