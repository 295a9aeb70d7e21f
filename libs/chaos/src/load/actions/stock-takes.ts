import type { Action, Actions } from '../action.js';
import type { Desk } from '../desk.js';
import { CANCELLED, COMPLETED, DRAFT, type KnownLine, type KnownRecord, OPEN } from '../known.js';
import { drawDistinctLines, drawPlace, pieces } from './lines.js';
import { levelAt } from './stock.js';

const [MOST_TAKES, MOST_LINES] = [15, 6];

const itemsOf = (lines: readonly KnownLine[]) => lines.map(({ item_id }) => ({ item_id }));
const uncounted = (lines: readonly KnownLine[], location_id: number | undefined): KnownLine[] =>
  lines.map(({ item_id }) => ({ item_id, quantity: 0, location_id }));

const plan: Action = (desk) =>
  desk.model.openRecords('stock_take_job').length > MOST_TAKES
    ? undefined
    : addTake(desk, drawDistinctLines(desk, MOST_LINES));

export function addTake(desk: Desk, drawn: readonly KnownLine[], location_id = drawPlace(desk)) {
  const lines = uncounted(drawn, location_id);
  const known = { lines, status: DRAFT, counts: 0 };
  return desk.addRecord('stock_take_job', { location_id, items: itemsOf(lines) }, known);
}

const step =
  (statuses: readonly number[], work: (desk: Desk, take: KnownRecord) => ReturnType<Action>): Action =>
  (desk) => {
    const takes = desk.model.openRecords('stock_take_job').filter(({ status = 0 }) => statuses.includes(status));
    const take = desk.take(takes);
    return take && work(desk, take);
  };

/** Counts some items a few pieces off: less means lost pieces, and more found ones. */
export async function countSome(desk: Desk, take: KnownRecord, most = take.lines.length) {
  const { random } = desk;
  const counted: KnownLine[] = [];
  for (const { item_id, location_id = 0 } of random.shuffled(take.lines).slice(0, most)) {
    const level = await levelAt(desk, item_id, location_id);
    counted.push({ item_id, location_id, quantity: Math.max(0, (level?.on_hand ?? 0) + random.between(-2, 2)) });
  }
  const lines = take.lines.map((line) => counted.find(({ item_id }) => item_id === line.item_id) ?? line);
  const known = { status: OPEN, counts: (take.counts ?? 0) + counted.length, lines };
  return desk.changeRecord(take, 'count', { items: pieces(counted) }, known);
}

/** The lines that stay keep their counts. */
function edit(desk: Desk, take: KnownRecord) {
  const { random } = desk;
  const kept = random.shuffled(take.lines).slice(0, random.between(1, take.lines.length));
  const drawn = drawDistinctLines(desk).filter(({ item_id }) => take.lines.every((line) => line.item_id !== item_id));
  const lines = [...kept, ...uncounted(drawn, take.lines[0]?.location_id)].slice(0, MOST_LINES);
  return desk.editRecord(take, { items: itemsOf(lines) }, { lines });
}

/** Sales since the count may exceed the counted quantity. */
export const complete = (desk: Desk, take: KnownRecord) =>
  desk.changeRecord(take, 'complete', {}, { status: COMPLETED }, { mayBe: ['insufficient_stock'] });

export const cancel = (desk: Desk, take: KnownRecord) => desk.changeRecord(take, 'cancel', {}, { status: CANCELLED });

export const stockTakeActions: Actions = {
  'plan a stock take': [12, plan],
  'edit a stock take': [7, step([DRAFT, OPEN], edit)],
  'count a stock take': [
    16,
    step([DRAFT, OPEN], (desk, take) => countSome(desk, take, desk.random.between(1, take.lines.length))),
  ],
  'complete a stock take': [9, step([OPEN], complete)],
  'cancel a stock take': [5, step([DRAFT, OPEN], cancel)],
};
