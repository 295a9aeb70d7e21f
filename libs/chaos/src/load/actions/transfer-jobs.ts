import type { Desk } from '../desk.js';
import { CANCELLED, COMPLETED, DRAFT, type ExpectedRecord, OPEN, type Write } from '../journal.js';
import { drawDistinctLines } from './lines.js';

const MOST_JOBS = 6;

export function transferJob(desk: Desk): Write {
  const { random } = desk;
  const jobs = desk.openRecords('transfer_job');
  const known = jobs.length >= MOST_JOBS || random.chance(0.75) ? desk.take(jobs) : undefined;
  if (known) return continueTransfer(desk, known);
  const lines = drawDistinctLines(desk);
  const [from_location_id, to_location_id] = random.shuffled(desk.account.location_ids);
  const job = { status: DRAFT, done: lines.map(() => 0) };
  return desk.addRecord('transfer_job', { from_location_id, to_location_id, items: lines }, { lines, job });
}

function continueTransfer(desk: Desk, record: ExpectedRecord): Write {
  const { status = DRAFT, done = [] } = record.job ?? {};
  const roll = desk.random.next();
  if (roll < 0.15) return desk.changeRecord(record, 'cancel', {}, { job: { status: CANCELLED, done } });
  if (status === DRAFT && roll < 0.4) return edit(desk, record);
  if (status === DRAFT)
    return desk.changeRecord(record, 'ship', {}, { job: { status: OPEN, done } }, ['insufficient_stock']);
  const isAllThere = record.lines.every(({ quantity }, index) => quantity === done[index]);
  return isAllThere || roll < 0.4 ? complete(desk, record, done) : receivePart(desk, record, done);
}

function edit(desk: Desk, record: ExpectedRecord): Write {
  const lines = drawDistinctLines(desk);
  return desk.editRecord(record, { items: lines }, { lines, job: { status: DRAFT, done: lines.map(() => 0) } });
}

function receivePart(desk: Desk, record: ExpectedRecord, done: readonly number[]): Write {
  const { random } = desk;
  const outstanding = record.lines.map(({ quantity }, index) => quantity - (done[index] ?? 0));
  const arriving = outstanding.map((most) => (random.chance(0.6) ? random.between(0, most) : 0));
  const items = record.lines.flatMap(({ item_id }, index) => {
    const quantity = arriving[index] ?? 0;
    return quantity ? [{ item_id, quantity }] : [];
  });
  const arrived = items.length ? arriving : outstanding;
  const job = { status: OPEN, done: arrived.map((pieces, index) => pieces + (done[index] ?? 0)) };
  return desk.changeRecord(record, 'receive', items.length ? { items } : {}, { job });
}

/** Pieces in transit arrive, return or are lost. */
function complete(desk: Desk, record: ExpectedRecord, before: readonly number[]): Write {
  const outstanding = desk.random.pick(['receive', 'return', 'lose']);
  const done = outstanding === 'receive' ? record.lines.map(({ quantity }) => quantity) : before;
  return desk.changeRecord(record, 'complete', { outstanding }, { job: { status: COMPLETED, done } });
}
