import { type Db, statement } from '@stockbook/persistence';
import type { Key } from '../bus/event-bus.js';
import { EVENT_COLUMNS, type EventRow, toEvent } from '../outbox/event-row.js';
import { isTransient } from '../fault.js';
import type { Group } from './event-router.js';
import { faultText } from './batch.js';

export interface ParkedKey extends Key {
  readonly consumer: string;
  readonly events: number;
  /** The fault of the first event. */
  readonly error: string | null;
  readonly parked_at: Date;
}

/** `error` is why the replay stopped early. */
export interface Replayed {
  readonly replayed: number;
  readonly error: string | null;
}

/** Returns the parked keys of all accounts, oldest first, without deferred events. */
export async function parkedKeys(db: Db): Promise<ParkedKey[]> {
  return db.query<ParkedKey>(
    statement(
      'parked_keys',
      `SELECT consumer, account_id, topic, aggregate_id, count(*) AS events, min(parked_at) AS parked_at,
         (array_agg(error ORDER BY parked_id))[1] AS error
       FROM ${db.schema}.parked_event GROUP BY consumer, account_id, topic, aggregate_id
       HAVING (array_agg(retry_at ORDER BY parked_id))[1] IS NULL ORDER BY min(parked_id)`,
    ),
    [],
  );
}

/** Applies and removes a key's events one by one until one fails, whose error it keeps; throws a transient fault. */
export async function replayParked(group: Group, key: Key): Promise<Replayed> {
  for (let replayed = 0; ; replayed++) {
    try {
      if (!(await replayFirst(group, key))) return { replayed, error: null };
    } catch (fault) {
      if (isTransient(fault)) throw fault;
      const error = faultText(fault);
      await group.db.query(noteError(group.db.schema), [...keyValues(group, key), error]);
      return { replayed, error };
    }
  }
}

export const keyValues = ({ group }: Group, { account_id, topic, aggregate_id }: Key) => [
  account_id,
  group,
  topic,
  aggregate_id,
];

const first = (schema: string) =>
  `(account_id, consumer, topic, aggregate_id, parked_id) = (
     SELECT account_id, consumer, topic, aggregate_id, parked_id FROM ${schema}.parked_event
     WHERE account_id = $1 AND consumer = $2 AND topic = $3 AND aggregate_id = $4 ORDER BY parked_id LIMIT 1
   )`;

const takeFirst = (schema: string) =>
  statement('unpark', `DELETE FROM ${schema}.parked_event WHERE ${first(schema)} RETURNING ${EVENT_COLUMNS}`);

const noteError = (schema: string) =>
  statement('note_error', `UPDATE ${schema}.parked_event SET error = $5 WHERE ${first(schema)}`);

const replayFirst = (group: Group, key: Key): Promise<boolean> =>
  group.db.transactFor([key.account_id], async (tx) => {
    const [row] = await tx.query<EventRow>(takeFirst(group.db.schema), keyValues(group, key));
    if (row) await group.router.route([toEvent(row)], tx);
    return row !== undefined;
  });
