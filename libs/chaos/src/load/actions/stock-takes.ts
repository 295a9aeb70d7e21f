import type { ExpectedLine, ExpectedRecord, JobProgress, Write } from '../journal.js';
import { addRecord, changeRecord, type Desk, drawDistinctLines, type Keep, type Made } from './desk.js';

const PATH = 'inventory/stock_take_job';
const KEY = 'item_stock_take_job_id';
const [DRAFT, COUNTING, COMPLETED, CANCELLED] = [1, 2, 3, 4];
const MOST_LINES = 6;

/** Reads how many pieces of an item are at a location. */
export type ReadOnHand = (item_id: number, location_id: number) => Promise<number | undefined>;

/** A stock take and the location that it counts. */
export interface StockTake {
  readonly record: ExpectedRecord;
  readonly location_id: number;
}

/** Plans to count some items at a location. */
export function planStockTake(desk: Desk, keep: Keep<StockTake>): Write {
  const token = desk.token();
  const location_id = desk.random.pick(desk.account.location_ids);
  const lines = drawDistinctLines(desk, MOST_LINES).map(({ item_id }) => ({ item_id, quantity: 0 }));
  const body = { location_id, comment: token, items: itemsOf(lines) };
  const made = { service: 'inventory', path: `${PATH}/add`, body } as const;
  const known = { kind: 'stock_take_job', key: KEY, token, lines, job: { status: DRAFT, done: [] } } as const;
  return addRecord(desk, made, known, (record) => keep({ record, location_id }));
}

/** Counts some of its lines, changes them, completes or cancels it. */
export async function continueStockTake(
  desk: Desk,
  take: StockTake,
  keep: Keep<StockTake>,
  onHand: ReadOnHand,
): Promise<Write> {
  const { record } = take;
  const { status = DRAFT, done = [] } = record.job ?? {};
  const roll = desk.random.next();
  if (roll < 0.1) return step(desk, take, keep, 'cancel', {}, { job: { status: CANCELLED, done } });
  if (roll < 0.25) return edit(desk, take, keep);
  // Sales since the count may exceed the counted quantity.
  if (status === COUNTING && roll < 0.5)
    return step(desk, take, keep, 'complete', {}, { job: { status: COMPLETED, done } }, ['insufficient_stock']);
  const counted = await countSome(desk, take, onHand);
  const lines = record.lines.map((line) => counted.find(({ item_id }) => item_id === line.item_id) ?? line);
  const job = { status: COUNTING, done: [...done, counted.length] };
  return step(desk, take, keep, 'count', { items: counted }, { lines, job });
}

/** Counts that are a few pieces off: less is lost, more is found. */
async function countSome({ random }: Desk, { record, location_id }: StockTake, onHand: ReadOnHand) {
  const lines = random.shuffled(record.lines).slice(0, random.between(1, record.lines.length));
  const counted: ExpectedLine[] = [];
  for (const { item_id } of lines) {
    const pieces = (await onHand(item_id, location_id)) ?? 0;
    counted.push({ item_id, quantity: Math.max(0, pieces + random.between(-2, 2)) });
  }
  return counted;
}

/** The lines that stay keep their counts. */
function edit(desk: Desk, take: StockTake, keep: Keep<StockTake>): Write {
  const { lines: known } = take.record;
  const kept = desk.random.shuffled(known).slice(0, desk.random.between(1, known.length));
  const added = drawDistinctLines(desk)
    .filter(({ item_id }) => known.every((line) => line.item_id !== item_id))
    .map(({ item_id }) => ({ item_id, quantity: 0 }));
  const lines = [...kept, ...added].slice(0, MOST_LINES);
  const token = desk.token();
  return step(desk, take, keep, 'edit', { comment: token, items: itemsOf(lines) }, { token, lines });
}

/** A stock take that is over is not kept. */
function step(
  desk: Desk,
  take: StockTake,
  keep: Keep<StockTake>,
  name: 'edit' | 'count' | 'complete' | 'cancel',
  fields: object,
  change: Partial<Pick<ExpectedRecord, 'token' | 'lines'>> & { readonly job?: JobProgress },
  mayBe: Made['mayBe'] = [],
): Write {
  const { record } = take;
  const kept = () => {
    if ((record.job?.status ?? DRAFT) < COMPLETED) keep(take);
  };
  const made = { service: 'inventory', path: `${PATH}/${name}`, body: { [KEY]: record.id, ...fields }, mayBe } as const;
  return changeRecord(desk, made, kept, () => Object.assign(record, change));
}

const itemsOf = (lines: readonly ExpectedLine[]) => lines.map(({ item_id }) => ({ item_id }));
