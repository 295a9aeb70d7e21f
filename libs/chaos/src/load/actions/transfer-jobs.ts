import type { Action, Actions } from '../action.js';
import type { Desk } from '../desk.js';
import { CANCELLED, COMPLETED, DRAFT, type KnownLine, type KnownRecord, OPEN } from '../known.js';
import { drawDistinctLines, pieces } from './lines.js';

const MOST_JOBS = 15;

function drawLines(desk: Desk, [from_location_id, to_location_id]: readonly number[]): KnownLine[] {
  const unshipped = { from_location_id, to_location_id, quantity_received: 0, quantity_lost: 0 };
  return drawDistinctLines(desk).map((line) => ({ ...line, ...unshipped }));
}

const add: Action = (desk) => {
  if (desk.model.openRecords('transfer_job').length > MOST_JOBS) return undefined;
  const places = desk.random.shuffled(desk.account.location_ids);
  const [from_location_id, to_location_id] = places;
  const lines = drawLines(desk, places);
  const fields = { from_location_id, to_location_id, items: pieces(lines) };
  return desk.addRecord('transfer_job', fields, { lines, status: DRAFT });
};

const step =
  (statuses: readonly number[], work: (desk: Desk, job: KnownRecord) => ReturnType<Action>): Action =>
  (desk) => {
    const jobs = desk.model.openRecords('transfer_job').filter(({ status = 0 }) => statuses.includes(status));
    const job = desk.take(jobs);
    return job && work(desk, job);
  };

function edit(desk: Desk, job: KnownRecord) {
  const { random, account } = desk;
  const places = random.shuffled(account.location_ids);
  const [from_location_id, to_location_id] = places;
  const lines = drawLines(desk, places);
  return desk.editRecord(job, { from_location_id, to_location_id, items: pieces(lines) }, { lines });
}

const ship = (desk: Desk, job: KnownRecord) =>
  desk.changeRecord(job, 'ship', {}, { status: OPEN }, { mayBe: ['insufficient_stock'] });

const inTransit = ({ quantity, quantity_received = 0 }: KnownLine): number => quantity - quantity_received;
const arrive = (line: KnownLine, arriving: number): KnownLine => ({
  ...line,
  quantity_received: (line.quantity_received ?? 0) + arriving,
});

function receivePart(desk: Desk, job: KnownRecord) {
  const { random } = desk;
  const lines = job.lines.map((line) => (random.chance(0.6) ? arrive(line, random.between(0, inTransit(line))) : line));
  const items = lines.flatMap(({ item_id }, index) => {
    const quantity = inTransit(job.lines[index]!) - inTransit(lines[index]!);
    return quantity ? [{ item_id, quantity }] : [];
  });
  return items.length ? desk.changeRecord(job, 'receive', { items }, { lines }) : undefined;
}

/** A request without items brings all that is in transit; without any, it changes nothing. */
function receiveAll(desk: Desk, job: KnownRecord) {
  if (!job.lines.some(inTransit)) return undefined;
  const lines = job.lines.map((line) => arrive(line, inTransit(line)));
  return desk.changeRecord(job, 'receive', {}, { lines });
}

const complete = (outstanding: 'receive' | 'return' | 'lose') =>
  step([OPEN], (desk, job) => {
    const lines = job.lines.map((line) => {
      if (outstanding === 'receive') return arrive(line, inTransit(line));
      return { ...line, quantity_lost: outstanding === 'lose' ? inTransit(line) : 0 };
    });
    return desk.changeRecord(job, 'complete', { outstanding }, { status: COMPLETED, lines });
  });

const cancel = (desk: Desk, job: KnownRecord) => desk.changeRecord(job, 'cancel', {}, { status: CANCELLED });

export const transferJobActions: Actions = {
  'plan a transfer job': [12, add],
  'edit a transfer job': [5, step([DRAFT], edit)],
  'ship a transfer job': [14, step([DRAFT], ship)],
  'receive a part of a transfer job': [10, step([OPEN], receivePart)],
  'receive the rest of a transfer job': [2, step([OPEN], receiveAll)],
  'complete a transfer job: receive': [2, complete('receive')],
  'complete a transfer job: return': [2, complete('return')],
  'complete a transfer job: lose': [2, complete('lose')],
  'cancel a planned transfer job': [2, step([DRAFT], cancel)],
  'cancel a shipped transfer job': [3, step([OPEN], cancel)],
};
