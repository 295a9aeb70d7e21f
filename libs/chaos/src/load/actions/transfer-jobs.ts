import type { ExpectedRecord, JobProgress, Write } from '../journal.js';
import { addRecord, changeRecord, type Desk, drawDistinctLines, type Keep, type Made } from './desk.js';

const PATH = 'inventory/transfer_job';
const KEY = 'item_transfer_job_id';
const [DRAFT, IN_TRANSIT, COMPLETED, CANCELLED] = [1, 2, 3, 4];

/** Plans a transfer of one to three items from one location to the other. */
export function planTransfer(desk: Desk, keep: Keep<ExpectedRecord>): Write {
  const token = desk.token();
  const lines = drawDistinctLines(desk);
  const [from_location_id, to_location_id] = desk.random.shuffled(desk.account.location_ids);
  const body = { from_location_id, to_location_id, comment: token, items: lines };
  const job = { status: DRAFT, done: lines.map(() => 0) };
  const made = { service: 'inventory', path: `${PATH}/add`, body } as const;
  return addRecord(desk, made, { kind: 'transfer_job', key: KEY, token, lines, job }, keep);
}

/** Edits, ships or cancels a draft; receives a part of a job in transit, completes or cancels it. */
export function continueTransfer(desk: Desk, record: ExpectedRecord, keep: Keep<ExpectedRecord>): Write {
  const { random } = desk;
  const { status = DRAFT, done = [] } = record.job ?? {};
  const roll = random.next();
  if (roll < 0.15) return step(desk, record, keep, 'cancel', {}, { status: CANCELLED, done });
  if (status === DRAFT && roll < 0.4) return edit(desk, record, keep);
  if (status === DRAFT)
    return step(desk, record, keep, 'ship', {}, { status: IN_TRANSIT, done }, ['insufficient_stock']);
  const isAllThere = record.lines.every(({ quantity }, index) => quantity === done[index]);
  if (isAllThere || roll < 0.4) return complete(desk, record, keep);
  return receivePart(desk, record, keep);
}

function edit(desk: Desk, record: ExpectedRecord, keep: Keep<ExpectedRecord>): Write {
  const [token, items] = [desk.token(), drawDistinctLines(desk)];
  const body = { [KEY]: record.id, comment: token, items };
  const change = { token, lines: items, job: { status: DRAFT, done: items.map(() => 0) } };
  const made = { service: 'inventory', path: `${PATH}/edit`, body } as const;
  return changeRecord(
    desk,
    made,
    () => keep(record),
    () => Object.assign(record, change),
  );
}

function receivePart(desk: Desk, record: ExpectedRecord, keep: Keep<ExpectedRecord>): Write {
  const { random } = desk;
  const { done = [] } = record.job ?? {};
  const outstanding = record.lines.map(({ quantity }, index) => quantity - (done[index] ?? 0));
  const arriving = outstanding.map((most) => (random.chance(0.6) ? random.between(0, most) : 0));
  const items = record.lines.flatMap(({ item_id }, index) => {
    const quantity = arriving[index] ?? 0;
    return quantity ? [{ item_id, quantity }] : [];
  });
  const arrived = items.length ? arriving : outstanding;
  const job = { status: IN_TRANSIT, done: arrived.map((pieces, index) => pieces + (done[index] ?? 0)) };
  return step(desk, record, keep, 'receive', items.length ? { items } : {}, job);
}

/** Pieces in transit arrive, return or are lost. */
function complete(desk: Desk, record: ExpectedRecord, keep: Keep<ExpectedRecord>): Write {
  const outstanding = desk.random.pick(['receive', 'return', 'lose']);
  const all = record.lines.map(({ quantity }) => quantity);
  const done = outstanding === 'receive' ? all : (record.job?.done ?? []);
  return step(desk, record, keep, 'complete', { outstanding }, { status: COMPLETED, done });
}

/** A job that is over is not kept. */
function step(
  desk: Desk,
  record: ExpectedRecord,
  keep: Keep<ExpectedRecord>,
  name: 'ship' | 'receive' | 'complete' | 'cancel',
  fields: object,
  job: JobProgress,
  mayBe: Made['mayBe'] = [],
): Write {
  const body = { [KEY]: record.id, ...fields };
  const kept = () => {
    if ((record.job?.status ?? DRAFT) < COMPLETED) keep(record);
  };
  const made = { service: 'inventory', path: `${PATH}/${name}`, body, mayBe } as const;
  return changeRecord(desk, made, kept, () => (record.job = job));
}
