import type { Bench } from '../../bench.js';
import { answerFaults, notesOf } from '../../check/answers.js';
import { flowFaults } from '../../check/flow.js';
import { WrongRun } from '../../check/wrong-run.js';
import type { Figure, Measured } from '../../figure.js';
import { movementLimit } from '../../limits/sql-limit.js';
import type { Loop } from '../../load/job.js';
import { latencyOf } from '../../percentiles.js';
import type { BenchShop } from '../../shop.js';

const LINES = 100;
const CONNECTIONS = 4;
const LATENCY_LOAD = 0.6;
const LIMIT_SECONDS = 5;

/** Requests a second that each set the stock of 100 items. */
export const editStockFigures: readonly Figure[] = [{ name: 'edit_stock_100', unit: 'requests/s', needs: [], measure }];

async function measure(bench: Bench): Promise<Measured> {
  const shop = await bench.shop();
  const { seconds } = bench.scale;
  const warmSeconds = Math.min(seconds, bench.scale.warmSeconds);
  await run(bench, shop, { kind: 'closed', connections: CONNECTIONS }, warmSeconds, 1_000);
  const closed = await run(bench, shop, { kind: 'closed', connections: CONNECTIONS }, seconds, 1_000_000);
  const value = (closed.statuses['200'] ?? 0) / closed.seconds;
  const rate = Math.max(1, Math.round(value * LATENCY_LOAD));
  const open = await run(bench, shop, { kind: 'open', rate }, seconds, 2_000_000);
  const { account_id, store_id, item_ids } = shop;
  const load = { account_id, location_id: store_id, item_ids, lines: LINES };
  const limit = await movementLimit(bench.system.database, load, CONNECTIONS, Math.min(seconds, LIMIT_SECONDS));
  return { value, ...latencyOf(open.latencies_ms), limit, notes: [...notesOf(closed), ...notesOf(open)] };
}

const FLOWS = 'SELECT count(*)::int AS flows FROM inventory.item_flow WHERE account_id = $1';

async function run(bench: Bench, shop: BenchShop, loop: Loop, seconds: number, first: number) {
  const { url, database } = bench.system;
  const { account_id, credentials, item_ids, store_id: location_id } = shop;
  const flows = async () => (await database.query<{ flows: number }>(FLOWS, [account_id])).rows[0]?.flows ?? 0;
  const before = await flows();
  const plan = { kind: 'stock', item_ids, location_id, lines: LINES, first } as const;
  const path = 'inventory/item/editStock';
  const load = await bench.load({ url, credentials, path, plan, loop, seconds, acknowledged: 'changed' });
  const changed = load.acknowledgements.reduce((sum, { id }) => sum + id, 0);
  const moved = (await flows()) - before;
  const faults = [...answerFaults(load), ...(await flowFaults(shop))];
  if (moved < changed || moved > changed + load.unanswered * LINES) {
    faults.push(`${changed} changes of stock were acknowledged, and ${moved} are in the flow.`);
  }
  WrongRun.ifAny(faults);
  return load;
}
