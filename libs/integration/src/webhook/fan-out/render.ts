import { type Event, holdsCost, type WebhookSection, withoutCost } from '@stockbook/contracts';

/** A body of more bytes is replaced by a thin one. */
const MOST_BYTES = 262_144;

/** Orders publish the record only where somebody subscribes. */
export interface WebhookFact {
  readonly change: string;
  readonly record?: object;
  readonly previous?: object;
}

/** Endpoints of one variant share its body. */
export interface Bodies {
  /** Holds the whole record without cost. */
  readonly body_full: string;
  /** Holds the cost too; null if no endpoint of the account may see it, or if the record has none. */
  readonly body_cost: string | null;
  readonly body_thin: string;
}

type Head = Pick<Event, 'event_id' | 'created_at' | 'sequence'>;

/** Renders an event: the envelope, and as data the record with its former values. */
export function renderBodies(
  { fact, key }: Pick<WebhookSection, 'fact' | 'key'>,
  name: string,
  head: Head,
  domain: string,
  { record = {}, previous = {} }: Pick<WebhookFact, 'record' | 'previous'>,
  isCostWanted: boolean,
): Bodies {
  const { event_id, created_at: timestamp, sequence } = head;
  const enveloped = (data: object) => ({ event: name, type: name, event_id, timestamp, sequence, domain, data });
  const fields: Record<string, unknown> = { ...record };
  const shown = [...key, 'date_modified'].filter((field) => field in fields).map((field) => [field, fields[field]]);
  const thin = enveloped(Object.fromEntries(shown));
  // Fields are slow after a spread: they cost more than all before it.
  const capped = (now: object, former: object): string => {
    const body = JSON.stringify(enveloped({ previous: former, ...now }));
    return Buffer.byteLength(body) <= MOST_BYTES ? body : JSON.stringify({ truncated: true, ...thin });
  };
  return {
    body_full: capped(withoutCost(fact.record, record), withoutCost(fact.record, previous)),
    body_cost: isCostWanted && holdsCost(fact.record) ? capped(record, previous) : null,
    body_thin: JSON.stringify(thin),
  };
}
