import type { Desk } from '../desk.js';
import { CANCELLED, COMPLETED, DRAFT, type ExpectedLine, type ExpectedRecord, OPEN, type Write } from '../journal.js';
import { drawDistinctLines } from './lines.js';
import { levelAt } from './stock.js';

const [MOST_TAKES, MOST_LINES] = [6, 6];

export async function stockTake(desk: Desk): Promise<Write> {
  const { random, account } = desk;
  const takes = desk.openRecords('stock_take_job');
  const known = takes.length >= MOST_TAKES || random.chance(0.75) ? desk.take(takes) : undefined;
  if (known) return continueStockTake(desk, known);
  const location_id = random.pick(account.location_ids);
  const lines = drawDistinctLines(desk, MOST_LINES).map(uncounted);
  const fields = { location_id, items: itemFields(lines) };
  return desk.addRecord('stock_take_job', fields, { lines, location_id, job: { status: DRAFT, done: [] } });
}

async function continueStockTake(desk: Desk, take: ExpectedRecord): Promise<Write> {
  const { status = DRAFT, done = [] } = take.job ?? {};
  const roll = desk.random.next();
  if (roll < 0.1) return desk.changeRecord(take, 'cancel', {}, { job: { status: CANCELLED, done } });
  if (roll < 0.25) return edit(desk, take);
  // Sales since the count may exceed the counted quantity.
  if (status === OPEN && roll < 0.5)
    return desk.changeRecord(take, 'complete', {}, { job: { status: COMPLETED, done } }, ['insufficient_stock']);
  const counted = await countSome(desk, take);
  const lines = take.lines.map((line) => counted.find(({ item_id }) => item_id === line.item_id) ?? line);
  const job = { status: OPEN, done: [...done, counted.length] };
  return desk.changeRecord(take, 'count', { items: counted }, { lines, job });
}

/** Counts that are a few pieces off: less is lost, more is found. */
async function countSome(desk: Desk, { lines, location_id = 0 }: ExpectedRecord): Promise<ExpectedLine[]> {
  const { random } = desk;
  const counted: ExpectedLine[] = [];
  for (const { item_id } of random.shuffled(lines).slice(0, random.between(1, lines.length))) {
    const level = await levelAt(desk, item_id, location_id);
    counted.push({ item_id, quantity: Math.max(0, (level?.on_hand ?? 0) + random.between(-2, 2)) });
  }
  return counted;
}

/** The lines that stay keep their counts. */
function edit(desk: Desk, take: ExpectedRecord): Write {
  const kept = desk.random.shuffled(take.lines).slice(0, desk.random.between(1, take.lines.length));
  const added = drawDistinctLines(desk)
    .filter(({ item_id }) => take.lines.every((line) => line.item_id !== item_id))
    .map(uncounted);
  const lines = [...kept, ...added].slice(0, MOST_LINES);
  return desk.editRecord(take, { items: itemFields(lines) }, { lines });
}

const uncounted = ({ item_id }: ExpectedLine): ExpectedLine => ({ item_id, quantity: 0 });
const itemFields = (lines: readonly ExpectedLine[]) => lines.map(({ item_id }) => ({ item_id }));
