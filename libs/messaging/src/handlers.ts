import type { Event, EventType } from '@stockbook/contracts';
import type { Db, Tx } from '@stockbook/persistence';

/**
 * Applies events of one kind, those of one key in order, within the transaction that remembers them as done. When it
 * throws, its events come again, in smaller groups; one that fails alone is parked, unless the fault is transient.
 */
export type EventHandler<P extends object = object> = (events: readonly Event<P>[], tx: Tx) => Promise<void>;

/** One kind of event and who applies it. */
export interface Consumption {
  readonly type: Pick<EventType, 'topic' | 'name'>;
  readonly handle: EventHandler<never>;
}

/** A consumer group: a service's handlers, and the name under which the inbox remembers what they have done. */
export interface Group {
  readonly db: Db;
  readonly group: string;
  readonly consumptions: readonly Consumption[];
}

/** Hands events over in their order, neighbours of one kind together. */
export async function apply({ group, consumptions }: Group, events: readonly Event[], tx: Tx): Promise<void> {
  for (let from = 0, to = 0; from < events.length; from = to) {
    const { name } = events[from]!;
    while (events[to]?.name === name) to++;
    const consumption = consumptions.find(({ type }) => type.name === name);
    if (!consumption) throw new Error(`The group ${group} has no handler for ${name}.`);
    await consumption.handle(events.slice(from, to) as unknown as readonly Event<never>[], tx);
  }
}
