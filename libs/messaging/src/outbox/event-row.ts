import type { Event } from '@stockbook/contracts';
import { PackedTexts, packedText } from '@stockbook/persistence';

export const HEAD_COLUMNS = 'event_id, account_id, topic, name, version, aggregate_id, sequence, traceparent';
export const EVENT_COLUMNS = `${HEAD_COLUMNS}, payload, created_at`;

export const RECORD = `event_id uuid, account_id int, topic text, name text, version int, aggregate_id bigint,
  sequence bigint, traceparent text, payload_at int, payload_length int, created_at timestamptz`;

export const payloadIn = (parameter: string): string =>
  `${packedText(parameter, 'payload_at', 'payload_length')}::json`;

interface Recorded extends OutboxRow {
  readonly created_at?: string;
  readonly error?: string | undefined;
  readonly is_deferred?: boolean;
}

/** Names its columns, because an event out of Kafka may have keys of any name. */
export function packEvents(events: readonly Recorded[], traceparent?: string): [records: string, payloads: Buffer] {
  const payloads = new PackedTexts();
  const records = events.map((event) => {
    const { at, length } = payloads.add(JSON.stringify(event.payload));
    return {
      event_id: event.event_id,
      account_id: event.account_id,
      topic: event.topic,
      name: event.name,
      version: event.version,
      aggregate_id: event.aggregate_id,
      sequence: event.sequence,
      traceparent: event.traceparent ?? traceparent,
      payload_at: at,
      payload_length: length,
      created_at: event.created_at,
      error: event.error,
      is_deferred: event.is_deferred,
    };
  });
  return [JSON.stringify(records), payloads.bytes];
}

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
