import type { Event, EventType } from '@stockbook/contracts';
import type { Db, Tx } from '@stockbook/persistence';

/**
 * Applies events of one kind, those of one key in order, within the transaction that remembers them as done. When it
 * throws, its events come again, in smaller groups; one that fails alone is parked, unless the fault is transient.
 */
export type EventHandler<P extends object = object> = (events: readonly Event<P>[], tx: Tx) => Promise<void>;

/** Applies a batch account by account, for handlers that write as requests do; each account's events stay in their order. */
export async function perAccount<P extends object>(
  tx: Tx,
  events: readonly Event<P>[],
  work: (tx: Tx, events: readonly Event<P>[]) => Promise<void>,
): Promise<void> {
  const accounts = [...new Set(events.map(({ account_id }) => account_id))].sort((one, other) => one - other);
  for (const id of accounts) {
    await work(
      tx.forAccount(id),
      events.filter(({ account_id }) => account_id === id),
    );
  }
}

type Kind = Pick<EventType, 'topic' | 'name'>;

/** A kind of event with one of its handlers. */
export interface Consumption {
  readonly type: Kind;
  readonly handle: EventHandler<never>;
}

/** A consumer group: a service's handlers, and the name under which the inbox remembers what they have done. */
export interface Group {
  readonly db: Db;
  readonly group: string;
  readonly router: EventRouter;
}

/** Hands events to the handlers of their kinds. A kind that is known and has no handler is skipped; an unknown one fails. */
export class EventRouter {
  readonly topics: readonly string[];
  private readonly handlers = new Map<string, readonly EventHandler<never>[]>();

  constructor(consumptions: readonly Consumption[], known: readonly Kind[]) {
    this.topics = [...new Set(consumptions.map(({ type }) => type.topic))];
    for (const { name } of known) this.handlers.set(name, []);
    for (const { type, handle } of consumptions) {
      this.handlers.set(type.name, [...(this.handlers.get(type.name) ?? []), handle]);
    }
  }

  /** Keeps the order of the events: neighbours of one kind go together. The handlers of a kind run in the order of their declaration. */
  async route(events: readonly Event[], tx: Tx): Promise<void> {
    for (let from = 0, to = 0; from < events.length; from = to) {
      const { name } = events[from]!;
      while (events[to]?.name === name) to++;
      const handlers = this.handlers.get(name);
      if (!handlers) throw new Error(`There is no kind of event ${name}.`);
      for (const handle of handlers) await handle(events.slice(from, to) as unknown as readonly Event<never>[], tx);
    }
  }
}
