import type { Event } from '@stockbook/contracts';

/** Applies a batch: resolves when that is committed; after a rejection the same events come again. */
export type OnBatch = (events: readonly Event[]) => Promise<void>;

/**
 * Carries events from the outboxes to the consumer groups. Every group gets every event of its topics at least once,
 * those of one key in the order in which they were published, one batch of a key at a time,
 * and serves accounts in turn: see `Turns`.
 */
export interface EventBus {
  /**
   * Resolves when the events can no longer be lost and their publisher may forget them; a publisher that sees a
   * rejection publishes the same events again, before any later ones. After the signal nothing more of them
   * is sent.
   */
  publish(events: readonly Event[], signal?: AbortSignal): Promise<void>;
  /**
   * Resolves when the group is ready. A group is one consumer, however many processes it has; it gets what was
   * published while it was away.
   */
  subscribe(to: Topics, onBatch: OnBatch): Promise<Subscription>;
  /** Closes every subscription; from then on the bus refuses events. */
  close(): Promise<void>;
}

export interface Topics {
  readonly group: string;
  readonly topics: readonly string[];
}

/** One group's place on the bus, as far as this process serves it. */
export interface Subscription {
  /** Lets the batch in work finish and hands out no other until `resume`. */
  pause(): void;
  resume(): void;
  /** How many events the group has not applied yet. */
  lag(): Promise<number>;
  /** Waits for the batch in work and hands out no other. */
  close(): Promise<void>;
}

/** Names the aggregate within its topic: events of one key stay in order. */
export const keyOf = ({ account_id, aggregate_id }: Pick<Event, 'account_id' | 'aggregate_id'>): string =>
  `${account_id}:${aggregate_id}`;
