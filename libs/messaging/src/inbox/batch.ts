import type { Event } from '@stockbook/contracts';
import { firstKeyOf, statement, TODAY, type Tx } from '@stockbook/persistence';
import { OperatorError } from '@stockbook/process';
import { aggregateKey, type Key } from '../bus/event-bus.js';
import type { Generation } from '../generation/generation.js';
import { HEAD_COLUMNS, packEvents, payloadIn, RECORD } from '../outbox/event-row.js';
import { schemaOf } from '../outbox/wake.js';
import { INBOX } from '../tables.js';

const FORGOTTEN =
  `The event is older than the ${INBOX.keptDays} days that the inbox remembers, ` +
  'so it may have been applied before.';

/** Ids without a time are no older than their arrival. */
const isOld = `event_id < ${firstKeyOf(INBOX, `${TODAY} - ${INBOX.keptDays}`)} AND substr(event_id::text, 15, 1) = '7'`;

/** Waits for another replica that has noted one of the events. */
const arrive = (schema: string) =>
  statement(
    'arrive',
    `INSERT INTO ${schema}.inbox (consumer, event_id, account_id)
     SELECT $1, event_id, account_id FROM unnest($2::uuid[], $3::int[]) AS arrived (event_id, account_id)
     ORDER BY event_id ON CONFLICT DO NOTHING
     RETURNING event_id, tableoid = '${schema}.inbox_other'::regclass AND ${isOld} AS is_forgotten`,
  );

/** Runs after `arrive`, so that its snapshot has events parked during that wait; locks out a replay. */
const findParked = (schema: string) =>
  statement(
    'find_parked',
    `SELECT key.topic, key.account_id, key.aggregate_id, last.is_deferred
     FROM (
       SELECT DISTINCT * FROM unnest($2::int[], $3::text[], $4::bigint[]) AS arrived (account_id, topic, aggregate_id)
     ) key
     CROSS JOIN LATERAL (
       SELECT retry_at IS NOT NULL AS is_deferred FROM ${schema}.parked_event parked
       WHERE parked.account_id = key.account_id AND parked.consumer = $1 AND parked.topic = key.topic
         AND parked.aggregate_id = key.aggregate_id
       ORDER BY parked_id DESC LIMIT 1 FOR KEY SHARE
     ) last`,
  );

const park = (schema: string) =>
  statement(
    'park',
    `INSERT INTO ${schema}.parked_event (consumer, error, retry_at, ${HEAD_COLUMNS}, payload, created_at)
     SELECT $3, error, CASE WHEN is_deferred THEN now() END, ${HEAD_COLUMNS}, ${payloadIn('$2')}, created_at
     FROM json_to_recordset($1) AS record (${RECORD}, error text, is_deferred boolean)`,
  );

/** A deferred event is retried without an operator; an event without a fault waits behind another. */
export interface Parked {
  readonly event: Event;
  readonly fault?: Error;
  readonly is_deferred: boolean;
}

export class Batch {
  private readonly parked: Parked[] = [];

  private constructor(
    private readonly tx: Tx,
    private readonly group: string,
    readonly fresh: readonly Event[],
    /** Maps each key with parked events to whether they are deferred. */
    private readonly heldKeys: Map<string, boolean>,
  ) {}

  static async open(tx: Tx, group: string, events: readonly Event[], generation?: Generation): Promise<Batch> {
    const schema = schemaOf(tx);
    const accounts = events.map(({ account_id }) => account_id);
    const ids = events.map(({ event_id }) => event_id);
    const topics = events.map(({ topic }) => topic);
    const aggregates = events.map(({ aggregate_id }) => aggregate_id);
    const [arrived, held] = await Promise.all([
      tx.query<Arrived>(arrive(schema), [group, ids, accounts]),
      tx.query<HeldKey>(findParked(schema), [group, accounts, topics, aggregates]),
      generation?.checkIn(tx, schema),
    ]);
    const isForgotten = new Map(arrived.map((row) => [row.event_id, row.is_forgotten]));
    const byId = new Map(events.map((event) => [event.event_id, event]));
    const arrivedAs = (is_forgotten: boolean) =>
      [...byId.values()].filter(({ event_id }) => isForgotten.get(event_id) === is_forgotten);
    const heldKeys = new Map(held.map((key) => [topicKey(key), key.is_deferred]));
    const batch = new Batch(tx, group, arrivedAs(false), heldKeys);
    for (const event of arrivedAs(true)) batch.park(event, new OperatorError(FORGOTTEN));
    return batch;
  }

  /** Parks the events whose key has parked ones, and returns the others. */
  free(events: readonly Event[]): readonly Event[] {
    return events.filter((event) => {
      const is_deferred = this.heldKeys.get(topicKey(event));
      if (is_deferred !== undefined) this.parked.push({ event, is_deferred });
      return is_deferred === undefined;
    });
  }

  defer(events: readonly Event[]): void {
    this.parked.push(...this.free(events).map((event) => ({ event, is_deferred: true })));
  }

  /** Parks an event; later events of its key wait behind it. */
  park(event: Event, fault: unknown): void {
    this.heldKeys.set(topicKey(event), false);
    this.parked.push({ event, fault: fault instanceof Error ? fault : new Error(String(fault)), is_deferred: false });
  }

  async close(): Promise<readonly Parked[]> {
    const rows = this.parked.map(({ event, fault, is_deferred }) => {
      return { ...event, error: fault && faultText(fault), is_deferred };
    });
    if (rows.length) await this.tx.query(park(schemaOf(this.tx)), [...packEvents(rows), this.group]);
    return this.parked;
  }
}

/** Replaces characters that PostgreSQL cannot store. */
export const faultText = (fault: unknown): string =>
  String((fault instanceof Error && fault.stack) || fault).replace(/[\0\p{Surrogate}]/gu, '\uFFFD');

interface Arrived {
  readonly event_id: string;
  readonly is_forgotten: boolean;
}

interface HeldKey extends Key {
  readonly is_deferred: boolean;
}

const topicKey = (key: Key): string => `${key.topic}:${aggregateKey(key)}`;
