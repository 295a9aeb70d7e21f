import { type Db, PackedTexts, type Tx } from '@stockbook/persistence';
import { counter } from '@stockbook/process';
import type { Delivery, Result } from './lane/delivery.js';
import { LOCK_OWNED, NOTE_HEALTH } from './dispatch-statements.js';
import { HOLD, RELEASE_HELD } from './hold-statements.js';
import { type Endpoint, endpointKey, keyColumns } from './lane/endpoint.js';
import { type Lane, laneKeys } from './lane/lane.js';
import { FINISH, NOTE_CANCELLED, RETRY } from './result-statements.js';
import { isAnyExhausted } from './status-after.js';

const deliveries = counter(
  'stockbook_webhook_deliveries_total',
  'Tries of webhook deliveries by their result',
  'outcome',
);

export interface Finished {
  readonly lane: Lane;
  readonly result: Result;
}

export interface Flushed {
  /** Their endpoints are another owner's, who sends the deliveries again: their results are dropped. */
  readonly lost: ReadonlySet<Lane>;
  /** Nothing has succeeded for days. */
  readonly dead: ReadonlySet<Lane>;
}

/** Writes results of attempts down, with what they change of their endpoints, in one transaction. */
export async function flush(
  db: Db,
  owner: string,
  finished: readonly Finished[],
  lanes: readonly Lane[],
): Promise<Flushed> {
  const released = new Set(finished.filter(({ lane, result }) => lane.queue.isReleasing(result)));
  // The holds are taken with the results: a delivery that a later result holds waits for the write of that result.
  const holds = lanes.map((lane) => ({ lane, held: lane.queue.takeToHold() }));
  const accounts = [...new Set(lanes.map(({ endpoint }) => endpoint.account_id))];
  const flushed = await db.transactFor(accounts, async (tx) => {
    const owned = await lockOwned(tx, owner, lanes);
    const kept = finished.filter(({ lane }) => owned.has(lane));
    writeResults(tx, kept);
    const held = holds.flatMap((each) => (owned.has(each.lane) ? each.held : []));
    if (held.length) tx.send(HOLD, deliveryKeys(held));
    // This follows the holds, because a success may release a delivery that was to be held behind it.
    const releasing = kept.filter((each) => released.has(each));
    if (releasing.length) tx.send(RELEASE_HELD, deliveryRecords(releasing.map(({ result }) => result.delivery)));
    const { dead, deleted } = kept.length ? await noteHealth(tx, [...owned], kept) : NONE;
    const cancelled = kept.filter(({ lane }) => deleted.has(lane));
    if (cancelled.length) tx.send(NOTE_CANCELLED, resultValues(cancelled));
    return { lost: new Set(lanes.filter((lane) => !owned.has(lane))), dead };
  });
  for (const each of finished) {
    if (flushed.lost.has(each.lane)) continue;
    each.lane.forget(each.result, released.has(each));
    deliveries.inc({ outcome: each.result.state });
  }
  return flushed;
}

async function lockOwned(tx: Tx, owner: string, lanes: readonly Lane[]): Promise<ReadonlySet<Lane>> {
  const rows = await tx.query<Pick<Endpoint, 'account_id' | 'webhook_id'>>(LOCK_OWNED, [owner, ...laneKeys(lanes)]);
  const owned = new Set(rows.map(endpointKey));
  return new Set(lanes.filter(({ endpoint }) => owned.has(endpointKey(endpoint))));
}

function writeResults(tx: Tx, finished: readonly Finished[]): void {
  const done = finished.filter(({ result }) => result.state !== 'retrying');
  const retries = finished.filter(({ result }) => result.state === 'retrying');
  if (done.length) tx.send(FINISH, resultValues(done));
  if (retries.length) tx.send(RETRY, resultValues(retries));
}

function resultValues(finished: readonly Finished[]): [results: string, attempts: Buffer] {
  const attempts = new PackedTexts();
  const rows = finished.map(({ result: { delivery, attempt, ...rest } }) => {
    const { account_id, webhook_id, position } = delivery;
    const place = attempt && attempts.add(JSON.stringify(attempt));
    return { account_id, webhook_id, position, attempt_at: place?.at, attempt_length: place?.length, ...rest };
  });
  return [JSON.stringify(rows), attempts.bytes];
}

const deliveryKeys = (deliveries: readonly Delivery[]) => [
  ...keyColumns(deliveries),
  deliveries.map(({ position }) => position),
];

const deliveryRecords = (deliveries: readonly Delivery[]) => [
  ...keyColumns(deliveries),
  deliveries.map(({ section }) => section),
  deliveries.map(({ record_id }) => record_id),
];

interface Noted {
  readonly dead: ReadonlySet<Lane>;
  readonly deleted: ReadonlySet<Lane>;
}
const NONE: Noted = { dead: new Set(), deleted: new Set() };

type NotedRow = Pick<Endpoint, 'account_id' | 'webhook_id'> & { is_dead: boolean; is_deleted: boolean };

/** Returns the lanes of dead endpoints and of deleted ones. */
async function noteHealth(tx: Tx, lanes: readonly Lane[], finished: readonly Finished[]): Promise<Noted> {
  const rows = JSON.stringify(lanes.map((lane) => healthRow(lane, finished)));
  const noted = await tx.query<NotedRow>(NOTE_HEALTH, [rows]);
  const lanesOf = (found: readonly NotedRow[]) => {
    const keys = new Set(found.map(endpointKey));
    return new Set(lanes.filter(({ endpoint }) => keys.has(endpointKey(endpoint))));
  };
  return { dead: lanesOf(noted.filter((row) => row.is_dead)), deleted: lanesOf(noted.filter((row) => row.is_deleted)) };
}

function healthRow(lane: Lane, finished: readonly Finished[]) {
  const { account_id, webhook_id } = lane.endpoint;
  const own = finished.filter((each) => each.lane === lane).map(({ result }) => result);
  const failed = own.findLast(({ attempt }) => attempt?.failure)?.attempt;
  return {
    account_id,
    webhook_id,
    ...lane.pace.stored,
    is_success: own.some(({ state }) => state === 'delivered'),
    is_exhausted: isAnyExhausted(own),
    last_error: failed ? `${failed.failure}: ${failed.message}` : null,
  };
}
