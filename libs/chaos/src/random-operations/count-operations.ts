import { CANCELLED, COMPLETED, type ExpectedLine, type ExpectedRecord, OPEN } from '../load/journal.js';
import { ask, type Desk } from './desk.js';
import { levelAt } from './stock-operations.js';

const MOST_LINES = 3;

/** Counts the same items by two stock takes, one after the other, and completes these in either order. */
export async function countTwice(desk: Desk): Promise<void> {
  const { model, random } = desk;
  const location_id = random.pick(model.account.location_ids);
  const item_ids = random.shuffled(model.account.goods.all).slice(0, random.between(1, MOST_LINES));
  const takes = [await count(desk, location_id, item_ids), await count(desk, location_id, item_ids)];
  for (const take of random.shuffled(takes)) if (take) await complete(desk, take);
}

/** Counts that are a few pieces off: less is lost, more is found. */
async function count(
  desk: Desk,
  location_id: number,
  item_ids: readonly number[],
): Promise<ExpectedRecord | undefined> {
  const { api, model, random, token } = desk;
  const comment = token();
  const items = item_ids.map((item_id) => ({ item_id }));
  const { reply } = await ask(desk, api.inventory.stock_take_job.add, { location_id, comment, items });
  if (reply.error) return undefined;
  const { item_stock_take_job_id } = reply;
  const lines: ExpectedLine[] = [];
  for (const item_id of item_ids) {
    const level = await levelAt(desk, { item_id, location_id });
    lines.push({ item_id, quantity: Math.max(0, level + random.between(-2, 2)) });
  }
  await ask(desk, api.inventory.stock_take_job.count, { item_stock_take_job_id, items: lines });
  const job = { status: OPEN, done: [lines.length] };
  return model.addRecord('stock_take_job', item_stock_take_job_id, comment, { lines, location_id, job });
}

/** Sales since the count may exceed the counted quantity: then it is cancelled. */
async function complete(desk: Desk, take: ExpectedRecord): Promise<void> {
  const { stock_take_job } = desk.api.inventory;
  const key = { item_stock_take_job_id: take.id };
  const { reply } = await ask(desk, stock_take_job.complete, key, ['insufficient_stock']);
  const end = reply.error ? CANCELLED : COMPLETED;
  if (reply.error) await ask(desk, stock_take_job.cancel, key);
  if (take.job) take.job = { ...take.job, status: end };
}
