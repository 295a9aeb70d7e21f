import type { Db, Tx } from '@stockbook/persistence';
import { openForMs } from './breaker.js';
import type { Delivery, Result } from './delivery.js';
import { FINISH, HOLD, LOCK_OWNED, NOTE_HEALTH, RELEASE_HELD, RETRY } from './dispatch-statements.js';
import { type Endpoint, endpointKey } from './endpoint.js';
import type { Lane } from './lane.js';

export interface Finished {
  readonly lane: Lane;
  readonly result: Result;
}

/**
 * Writes results of attempts down, with what they change of their endpoints, in one transaction. Returns the lanes whose endpoints
 * another owner has taken over: it sends their deliveries again, so their results are dropped.
 */
export async function flush(
  db: Db,
  owner: string,
  finished: readonly Finished[],
  lanes: readonly Lane[],
): Promise<ReadonlySet<Lane>> {
  const released = new Set(finished.filter(({ lane, result }) => lane.isReleasing(result)));
  // Taken with the results: what a later result holds waits for the write of that result.
  const holds = lanes.map((lane) => ({ lane, held: lane.takeToHold() }));
  const accounts = [...new Set(lanes.map(({ endpoint }) => endpoint.account_id))];
  const lost = await db.transactFor(accounts, async (tx) => {
    const owned = await lockOwned(tx, owner, lanes);
    const kept = finished.filter(({ lane }) => owned.has(lane));
    writeResults(tx, kept);
    const held = holds.flatMap((each) => (owned.has(each.lane) ? each.held : []));
    if (held.length) tx.send(HOLD, keysOf(held));
    // After the holds: a success may release what was to be held behind its delivery.
    const releasing = kept.filter((each) => released.has(each));
    if (releasing.length) tx.send(RELEASE_HELD, recordsOf(releasing.map(({ result }) => result.delivery)));
    if (kept.length) tx.send(NOTE_HEALTH, [JSON.stringify([...owned].map((lane) => healthRow(lane, kept)))]);
    return new Set(lanes.filter((lane) => !owned.has(lane)));
  });
  for (const each of finished) if (!lost.has(each.lane)) each.lane.forget(each.result, released.has(each));
  return lost;
}

async function lockOwned(tx: Tx, owner: string, lanes: readonly Lane[]): Promise<ReadonlySet<Lane>> {
  const keys = [lanes.map(({ endpoint }) => endpoint.account_id), lanes.map(({ endpoint }) => endpoint.webhook_id)];
  const rows = await tx.query<Pick<Endpoint, 'account_id' | 'webhook_id'>>(LOCK_OWNED, [owner, ...keys]);
  const owned = new Set(rows.map(endpointKey));
  return new Set(lanes.filter(({ endpoint }) => owned.has(endpointKey(endpoint))));
}

function writeResults(tx: Tx, finished: readonly Finished[]): void {
  const done = finished.filter(({ result }) => result.state !== 'retrying');
  const retries = finished.filter(({ result }) => result.state === 'retrying');
  if (done.length) tx.send(FINISH, [JSON.stringify(done.map(toRow))]);
  if (retries.length) tx.send(RETRY, [JSON.stringify(retries.map(toRow))]);
}

/** The attempt is text within the JSON, and well-formed: PostgreSQL reads no lone surrogate. */
const toRow = ({ result: { delivery, attempt, ...rest } }: Finished) => ({
  account_id: delivery.account_id,
  webhook_id: delivery.webhook_id,
  position: delivery.position,
  ...rest,
  attempt: attempt ? JSON.stringify(attempt) : null,
});

const keysOf = (deliveries: readonly Delivery[]) => [
  deliveries.map(({ account_id }) => account_id),
  deliveries.map(({ webhook_id }) => webhook_id),
  deliveries.map(({ position }) => position),
];

const recordsOf = (deliveries: readonly Delivery[]) => [
  deliveries.map(({ account_id }) => account_id),
  deliveries.map(({ webhook_id }) => webhook_id),
  deliveries.map(({ section }) => section),
  deliveries.map(({ record_id }) => record_id),
];

function healthRow(lane: Lane, finished: readonly Finished[]) {
  const { account_id, webhook_id } = lane.endpoint;
  const own = finished.filter((each) => each.lane === lane).map(({ result }) => result);
  const failed = own.findLast(({ attempt }) => attempt?.failure)?.attempt;
  const isSuccess = own.some(({ state }) => state === 'delivered');
  const last = {
    last_success: isSuccess ? new Date() : null,
    last_error: failed ? `${failed.failure}: ${failed.message}` : null,
  };
  return { account_id, webhook_id, ...lane.health, open_for_ms: openForMs(lane.health), ...last };
}
