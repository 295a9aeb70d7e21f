import type { Event } from '@stockbook/contracts';

export const HEAD_COLUMNS = 'event_id, account_id, topic, name, version, aggregate_id, sequence, traceparent';
export const EVENT_COLUMNS = `${HEAD_COLUMNS}, payload, created_at`;

export const RECORD = `event_id uuid, account_id int, topic text, name text, version int, aggregate_id bigint,
  sequence bigint, traceparent text, payload text, created_at timestamptz`;

/** The payload is text inside the JSON: PostgreSQL refuses NUL and lone surrogates in nested JSON. */
export const recordsOf = (events: readonly { readonly payload: object }[], traceparent?: string): string =>
  JSON.stringify(events.map((event) => ({ traceparent, ...event, payload: JSON.stringify(event.payload) })));

export type OutboxRow = Omit<Event, 'created_at'>;

export type EventRow = Omit<OutboxRow, 'traceparent'> & {
  readonly traceparent: string | null;
  readonly created_at: Date;
};

export const toEvent = (row: EventRow): Event => ({
  event_id: row.event_id,
  account_id: row.account_id,
  topic: row.topic,
  name: row.name,
  version: row.version,
  aggregate_id: row.aggregate_id,
  sequence: row.sequence,
  payload: row.payload,
  traceparent: row.traceparent ?? undefined,
  created_at: row.created_at.toISOString(),
});
