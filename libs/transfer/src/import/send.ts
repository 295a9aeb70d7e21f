import { type Operations, StockbookError } from '@stockbook/client';
import type { LineFault } from '../mapping/line-fault.js';
import { isTree, listIn, type Tree } from '../mapping/tree.js';
import type { Shown } from '../records/lists.js';

/** `count` takes at most this many lines. */
const COUNTED = 1_000;

const COUNT = 'inventory/stock_take_job';

/** Sends a write once, whatever happens to the import: the key names it in each run. */
function send(client: Operations, path: string, body: Tree, key: string): Promise<Shown> {
  return client.request(path, body, { idempotencyKey: key });
}

/** Writes a record, or in a dry run asks whether it would be written. */
export function sendRecord(client: Operations, path: string, body: Tree, key: string, isDry: boolean): Promise<Shown> {
  if (path === `${COUNT}/add`) return sendCount(client, body, key, isDry);
  return send(client, path, isDry ? { ...body, dry_run: true } : body, key);
}

/** Plans a stock take, counts it and completes it. */
async function sendCount(client: Operations, count: Tree, key: string, isDry: boolean): Promise<Shown> {
  const lines = listIn(count['items']).filter(isTree);
  const plan = { ...count, items: lines.map(({ item_id }) => ({ item_id })), ...(isDry && { dry_run: true }) };
  const added = await send(client, `${COUNT}/add`, plan, `${key}:plan`);
  if (isDry) return added;
  const job = { item_stock_take_job_id: added['item_stock_take_job_id'] };
  for (let at = 0; at < lines.length; at += COUNTED)
    await send(client, `${COUNT}/count`, { ...job, items: lines.slice(at, at + COUNTED) }, `${key}:count:${at}`);
  return { ...added, ...(await send(client, `${COUNT}/complete`, job, `${key}:complete`)) };
}

/** Returns the faults of a refusal; whatever ends the import is thrown again. */
export function faultsOf(error: unknown): readonly LineFault[] {
  if (!(error instanceof StockbookError)) throw error;
  const { status, errors, details } = error;
  // Without an answer the write may be done, and without rights no line will be.
  if (status < 400 || status >= 500 || [401, 403, 424, 429].includes(status)) throw error;
  if (!details.length) return errors.map((message) => ({ code: error.code, field: '', message }));
  return details.map(({ code, field = '', message }) => ({ code, field, message }));
}
