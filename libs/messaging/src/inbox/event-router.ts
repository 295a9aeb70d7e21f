import { OperatorError } from '@stockbook/process';
import type { Event, EventType } from '@stockbook/contracts';
import { type Db, groupBy, type Tx } from '@stockbook/persistence';

/** Keeps the order of each key. After a fault the events come again in smaller groups. */
export type EventHandler<P extends object = object> = (events: readonly Event<P>[], tx: Tx) => Promise<void>;

/** Serves handlers that write as requests do. Runs accounts in ascending order, and each account's events in theirs. */
export async function perAccount<P extends object>(
  tx: Tx,
  events: readonly Event<P>[],
  work: (tx: Tx, events: readonly Event<P>[]) => Promise<void>,
): Promise<void> {
  const accounts = [...groupBy(events, ({ account_id }) => account_id)].sort(([one], [other]) => one - other);
  for (const [account_id, own] of accounts) await work(tx.forAccount(account_id), own);
}

type Kind = Pick<EventType, 'topic' | 'name'>;

export interface Consumption {
  readonly type: Kind;
  readonly handle: EventHandler<never>;
}

/** A service's handlers; the inbox remembers their work under the group's name. */
export interface Group {
  readonly db: Db;
  readonly group: string;
  readonly router: EventRouter;
}

/** Skips a known kind without a handler; fails on an unknown one. */
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

  /** Keeps the order of the events. The handlers of a kind run in the order of their declaration. */
  async route(events: readonly Event[], tx: Tx): Promise<void> {
    for (let from = 0, to = 0; from < events.length; from = to) {
      const { name } = events[from]!;
      while (events[to]?.name === name) to++;
      const handlers = this.handlers.get(name);
      if (!handlers) throw new OperatorError(`There is no kind of event ${name}.`);
      for (const handle of handlers) await handle(events.slice(from, to) as unknown as readonly Event<never>[], tx);
    }
  }
}
