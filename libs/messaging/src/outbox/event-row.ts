import type { Event } from '@stockbook/contracts';
import { PackedTexts, packedText } from '@stockbook/persistence';

export const HEAD_COLUMNS = 'event_id, account_id, topic, name, version, aggregate_id, sequence, traceparent';
export const EVENT_COLUMNS = `${HEAD_COLUMNS}, payload, created_at`;

export const RECORD = `event_id uuid, account_id int, topic text, name text, version int, aggregate_id bigint,
  sequence bigint, traceparent text, payload_at int, payload_length int, created_at timestamptz`;

/** In SQL, the payload of a record; the parameter has the payloads of all. */
export const payloadIn = (parameter: string): string =>
  `${packedText(parameter, 'payload_at', 'payload_length')}::json`;

/** Records without their payloads as JSON, and the payloads. */
export function recordsOf(
  events: readonly { readonly payload: object }[],
  traceparent?: string,
): [records: string, payloads: Buffer] {
  const payloads = new PackedTexts();
  const records = events.map((event) => {
    const { at, length } = payloads.add(JSON.stringify(event.payload));
    return { traceparent, payload_at: at, payload_length: length, ...event, payload: undefined };
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
