import type { Class } from './fields/fields.js';

/** A kind of event: one topic per aggregate, a name in the past tense, and the class of its payload. */
export interface EventType<P extends object = object> {
  readonly topic: string;
  readonly name: string;
  readonly version: number;
  readonly payload: Class<P>;
}

/** A kind of event whose payload names its aggregate. */
export interface KeyedEventType<P extends object = object> extends EventType<P> {
  /** The id of the aggregate: events of one id stay in order. */
  readonly aggregateOf: (payload: P) => number;
}

/** Declares a kind of event, named `<topic>.<name>`. */
export const event = <P extends object>(
  topic: string,
  name: string,
  payload: Class<P>,
  aggregateOf: (payload: P) => number,
): KeyedEventType<P> => ({ topic, name: `${topic}.${name}`, version: 1, payload, aggregateOf });

export type PayloadOf<T> = T extends EventType<infer P> ? P : never;

export const topicsOf = (events: readonly EventType[]): string[] => [...new Set(events.map(({ topic }) => topic))];

export interface Event<P extends object = object> {
  readonly event_id: string;
  readonly account_id: number;
  readonly topic: string;
  readonly name: string;
  readonly version: number;
  readonly aggregate_id: number;
  /** The position among the events of one aggregate, without gaps while somebody subscribes to them. */
  readonly sequence: number;
  /** A time in RFC 3339. */
  readonly created_at: string;
  readonly payload: P;
  /** The W3C trace context of the publishing work. Kafka carries it as a header. */
  readonly traceparent?: string | undefined;
}
