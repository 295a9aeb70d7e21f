import type { EventType, KeyedEventType } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import type { Traced } from '@stockbook/process';
import { randomFillSync } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { HEAD_COLUMNS, type OutboxRow, packEvents, payloadIn, RECORD } from './event-row.js';
import { schemaOf, wakeAfterCommit } from './wake.js';

const POOL = new Uint8Array(4_096);
let used = POOL.length;

/** Makes one kernel call per 4 KB, because each costs 12 µs. */
function randomBytes16(): Uint8Array {
  if (used === POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  return POOL.slice(used, (used += 16));
}

let sequence = 0;
/** Keeps the ids of one millisecond in order. */
const nextSequence = (): number => (sequence = (sequence + 1) >>> 0);

/** `sequence` is drawn under the aggregate's row lock. */
export interface NewEvent<P extends object> {
  readonly account_id: number;
  readonly aggregate_id: number;
  readonly sequence: number;
  readonly payload: P;
}

export const toOutboxRow = <P extends object>(
  { topic, name, version }: EventType<P>,
  event: NewEvent<P>,
): OutboxRow => ({
  event_id: uuidV7({ random: randomBytes16(), seq: nextSequence() }),
  topic,
  name,
  version,
  ...event,
});

export const outboxRow = <P extends object>(
  type: KeyedEventType<P>,
  payload: P,
  sequence: number,
  account_id: number,
): OutboxRow => toOutboxRow(type, { account_id, aggregate_id: type.aggregateOf(payload), sequence, payload });

/** Publishes with the commit. Lock the aggregate's row first: only then do its events stay in order. */
export function publish<P extends object>(
  tx: Tx,
  type: KeyedEventType<P>,
  payload: P,
  sequence: number,
  account_id = tx.account_id,
): void {
  publishAll(tx, [outboxRow(type, payload, sequence, account_id)]);
}

/** Gives the rows of one call their trace in a transaction that several calls share. */
export const inTraceOf = ({ traceparent }: Traced, rows: readonly OutboxRow[]): readonly OutboxRow[] =>
  traceparent ? rows.map((row) => ({ ...row, traceparent })) : rows;

export function publishAll(tx: Tx, rows: readonly OutboxRow[]): void {
  if (!rows.length) return;
  const insert = statement(
    'publish',
    `INSERT INTO ${schemaOf(tx)}.outbox (${HEAD_COLUMNS}, payload, bytes)
     SELECT ${HEAD_COLUMNS}, ${payloadIn('$2')}, payload_length FROM json_to_recordset($1) AS record (${RECORD})`,
  );
  tx.send(insert, packEvents(rows, tx.traceparent));
  wakeAfterCommit(tx);
}
