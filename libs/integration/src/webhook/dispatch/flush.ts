import type { Db } from '@stockbook/persistence';
import type { Delivery, Result } from './delivery.js';
import { FINISH, HOLD, NOTE_HEALTH, RELEASE_HELD, RETRY } from './dispatch-statements.js';
import type { Lane } from './lane.js';

export interface Finished {
  readonly lane: Lane;
  readonly result: Result;
}

/** Writes results of attempts down, with what they change of their endpoints, in one transaction. */
export async function flush(db: Db, finished: readonly Finished[], lanes: readonly Lane[]): Promise<void> {
  const done = finished.filter(({ result }) => result.state !== 'retrying');
  const retries = finished.filter(({ result }) => result.state === 'retrying');
  const released = new Set(finished.filter(({ lane, result }) => lane.isReleasing(result)));
  const held = lanes.flatMap((lane) => lane.takeToHold());
  const accounts = [...new Set(lanes.map(({ endpoint }) => endpoint.account_id))];
  await db.transactFor(accounts, async (tx) => {
    if (done.length) tx.send(FINISH, [JSON.stringify(done.map(toRow))]);
    if (retries.length) tx.send(RETRY, [JSON.stringify(retries.map(toRow))]);
    if (held.length) tx.send(HOLD, keysOf(held));
    if (released.size) tx.send(RELEASE_HELD, recordsOf([...released].map(({ result }) => result.delivery)));
    if (finished.length) tx.send(NOTE_HEALTH, [JSON.stringify(lanes.map((lane) => healthRow(lane, finished)))]);
  });
  for (const each of finished) each.lane.forget(each.result, released.has(each));
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
  return { account_id, webhook_id, ...lane.health, ...last };
}
