import type { Event } from '@stockbook/contracts';

/** After a rejection the bus delivers the same events again. Groups of one process share frozen events. */
export type OnBatch = (events: readonly Event[]) => Promise<void>;

/** Delivers at least once: keys in order, one batch per key at a time, accounts in turn (`Turns`). */
export interface EventBus {
  /** Resolves when the events cannot be lost; after a rejection the publisher repeats them first. */
  publish(events: readonly Event[], signal?: AbortSignal, sizes?: readonly number[]): Promise<void>;
  /** All processes of a group are one consumer, which gets the events it missed while away. */
  subscribe(to: Topics, onBatch: OnBatch): Promise<Subscription>;
  /** Closes every subscription; the bus then refuses events. */
  close(): Promise<void>;
}

export interface Topics {
  readonly group: string;
  readonly topics: readonly string[];
  /** Reads of Kafka are at least this far apart, for a group for which nobody waits. */
  readonly pace_ms?: number | undefined;
}

export interface Subscription {
  /** Finishes the batch in work and delivers no other until `resume`. */
  pause(): void;
  resume(): void;
  lag(): Promise<number>;
  /** Waits for the batch in work and delivers no other. */
  close(): Promise<void>;
}

/** An aggregate, whose events stay in order. */
export type Key = Pick<Event, 'account_id' | 'topic' | 'aggregate_id'>;

/** Names the aggregate within its topic: events of one key stay in order. */
export const aggregateKey = ({ account_id, aggregate_id }: Omit<Key, 'topic'>): string =>
  `${account_id}:${aggregate_id}`;
