import type { Event } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { keyOf } from './event-bus.js';
import { HEAD_COLUMNS, RECORD, recordsOf } from './event-row.js';
import { schemaOf } from './nudge.js';

/**
 * Notes a slice in the inbox and tells which of its events are new, and which of these have earlier ones of their
 * key parked. The lock on a key's last parked event makes a replay of that key and this transaction go one after the
 * other.
 */
const arrive = (schema: string) =>
  statement(
    'arrive',
    `WITH arrived AS (
       SELECT * FROM unnest($2::uuid[], $3::int[], $4::text[], $5::bigint[])
         AS event (event_id, account_id, topic, aggregate_id)
     ), fresh AS (
       INSERT INTO ${schema}.inbox (consumer, event_id, account_id)
       SELECT $1, event_id, account_id FROM arrived ORDER BY event_id
       ON CONFLICT DO NOTHING RETURNING event_id
     )
     SELECT event_id, parked.parked_id IS NOT NULL AS held
     FROM fresh JOIN arrived USING (event_id) LEFT JOIN LATERAL (
       SELECT parked_id FROM ${schema}.parked_event p
       WHERE p.account_id = arrived.account_id AND p.consumer = $1 AND p.topic = arrived.topic
         AND p.aggregate_id = arrived.aggregate_id
       ORDER BY parked_id DESC LIMIT 1 FOR KEY SHARE
     ) parked ON true`,
  );

const park = (schema: string) =>
  statement(
    'park',
    `INSERT INTO ${schema}.parked_event (consumer, error, ${HEAD_COLUMNS}, payload, created_at)
     SELECT $2, error, ${HEAD_COLUMNS}, payload::json, created_at
     FROM json_to_recordset($1) AS record (${RECORD}, error text)`,
  );

/** An event that was set aside: for the fault, or to wait behind another. */
export interface Parked {
  readonly event: Event;
  readonly fault?: Error;
}

/** Events handed over together, within the transaction that applies or parks them. */
export class Slice {
  private readonly parked: Parked[] = [];

  private constructor(
    private readonly tx: Tx,
    private readonly group: string,
    /** The events that were not applied before, each once. */
    readonly fresh: readonly Event[],
    private readonly heldKeys: Set<string>,
  ) {}

  static async open(tx: Tx, group: string, events: readonly Event[]): Promise<Slice> {
    const columns = [
      events.map(({ event_id }) => event_id),
      events.map(({ account_id }) => account_id),
      events.map(({ topic }) => topic),
      events.map(({ aggregate_id }) => aggregate_id),
    ];
    const arrivals = await tx.query<{ event_id: string; held: boolean }>(arrive(schemaOf(tx)), [group, ...columns]);
    const held = new Map(arrivals.map((arrival) => [arrival.event_id, arrival.held]));
    const byId = new Map(events.map((event) => [event.event_id, event]));
    const fresh = [...byId.values()].filter(({ event_id }) => held.has(event_id));
    return new Slice(tx, group, fresh, new Set(fresh.filter(({ event_id }) => held.get(event_id)).map(lineOf)));
  }

  /** Sets aside the events that wait behind a parked one, and returns the others. */
  free(events: readonly Event[]): readonly Event[] {
    const isHeld = (event: Event) => this.heldKeys.has(lineOf(event));
    this.parked.push(...events.filter(isHeld).map((event) => ({ event })));
    return events.filter((event) => !isHeld(event));
  }

  /** Sets aside an event that cannot be applied; later ones of its key will wait behind it. */
  park(event: Event, fault: unknown): void {
    this.heldKeys.add(lineOf(event));
    this.parked.push({ event, fault: fault instanceof Error ? fault : new Error(String(fault)) });
  }

  /** Writes what was set aside, and returns it. */
  async close(): Promise<readonly Parked[]> {
    const rows = this.parked.map(({ event, fault }) => ({ ...event, error: fault && textOf(fault) }));
    if (rows.length) await this.tx.query(park(schemaOf(this.tx)), [recordsOf(rows), this.group]);
    return this.parked;
  }
}

/** What a fault says and where it arose, without what PostgreSQL cannot store. */
export const textOf = (fault: unknown): string =>
  String((fault instanceof Error && fault.stack) || fault).replace(/[\0\p{Surrogate}]/gu, '\uFFFD');

const lineOf = (event: Event): string => `${event.topic}:${keyOf(event)}`;
