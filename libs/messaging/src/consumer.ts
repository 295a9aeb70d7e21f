import type { Event } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import type { EventBus, Subscription } from './event-bus.js';
import { isTimeout, isTransient } from './fault.js';
import { apply, type Group } from './handlers.js';
import type { Settling } from './settled.js';
import { Batch } from './batch.js';

export interface ConsumerOptions extends Group {
  readonly bus: EventBus;
  /** Is told of each event that was parked, with the fault as its cause. */
  readonly report: (fault: Error) => void;
}

const SAVEPOINT = statement('savepoint', 'SAVEPOINT part');
const ROLL_BACK = statement('roll_back', 'ROLLBACK TO SAVEPOINT part');

/**
 * Applies the events of a group's topics, each exactly once: those of one topic in a batch, their inbox rows and their
 * effects are one transaction. A fault that passes rejects the batch, so that the bus brings it again; an event that cannot be
 * applied is parked with its error, and later ones of its key behind it, while all others flow.
 */
export class Consumer implements Settling {
  /** Batches applied so far. */
  done = 0;
  private subscription?: Subscription;

  constructor(private readonly options: ConsumerOptions) {
    const names = options.consumptions.map(({ type }) => type.name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice) throw new Error(`The group ${options.group} has two handlers for ${twice}.`);
  }

  async start(): Promise<void> {
    const { bus, group, consumptions } = this.options;
    const topics = [...new Set(consumptions.map(({ type }) => type.topic))];
    if (topics.length) this.subscription = await bus.subscribe({ group, topics }, (events) => this.take(events));
  }

  /** Waits for the batch in work. */
  async stop(): Promise<void> {
    await this.subscription?.close();
  }

  async isIdle(): Promise<boolean> {
    return !this.subscription || (await this.subscription.lag()) === 0;
  }

  /** Handlers of several topics in one transaction would lock the same rows more than once, each time in their own order. */
  private async take(events: readonly Event[]): Promise<void> {
    for (const ofTopic of byTopic(events)) await this.applyBatch(ofTopic);
    this.done++;
  }

  private async applyBatch(events: readonly Event[]): Promise<void> {
    try {
      await this.transact(events, (batch, tx) => apply(this.options, batch.free(batch.fresh), tx));
    } catch (fault) {
      if (isTransient(fault)) throw fault;
      await this.transact(events, (batch, tx) => this.applyInParts(batch, batch.fresh, tx));
    }
  }

  private async transact(events: readonly Event[], work: (batch: Batch, tx: Tx) => Promise<void>): Promise<void> {
    const { db, group, report } = this.options;
    const accounts = [...new Set(events.map(({ account_id }) => account_id))];
    const parked = await db.transactFor(accounts, async (tx) => {
      const batch = await Batch.open(tx, group, events);
      await work(batch, tx);
      return batch.close();
    });
    for (const { event, fault } of parked) {
      const { name, event_id, account_id } = event;
      if (fault) report(new Error(`${name} ${event_id} of account ${account_id} is parked.`, { cause: fault }));
    }
  }

  /** Halves what fails until the events that fail alone are found. */
  private async applyInParts(batch: Batch, events: readonly Event[], tx: Tx): Promise<void> {
    const free = batch.free(events);
    const [first] = free;
    if (!first) return;
    await tx.query(SAVEPOINT, []);
    try {
      await apply(this.options, free, tx);
      await tx.sent();
    } catch (error) {
      const fault = await tx.firstFailure(error);
      if (isTransient(fault)) throw fault;
      await tx.query(ROLL_BACK, []);
      if (free.length === 1 && isTimeout(fault)) throw fault;
      if (free.length === 1) return batch.park(first, fault);
      const middle = Math.ceil(free.length / 2);
      await this.applyInParts(batch, free.slice(0, middle), tx);
      await this.applyInParts(batch, free.slice(middle), tx);
    }
  }
}

function byTopic(events: readonly Event[]): Iterable<readonly Event[]> {
  const batches = new Map<string, Event[]>();
  for (const event of events) {
    const batch = batches.get(event.topic);
    if (batch) batch.push(event);
    else batches.set(event.topic, [event]);
  }
  return batches.values();
}
