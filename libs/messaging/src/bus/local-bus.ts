import { OperatorError } from '@stockbook/process';
import type { Event } from '@stockbook/contracts';
import type { EventBus, OnBatch, Subscription, Topics } from './event-bus.js';
import { Lanes } from './lanes.js';

/** Stores nothing, so consumers start before relays. */
export class LocalBus implements EventBus {
  private readonly groups = new Map<string, LocalGroup>();
  private closed = false;

  async publish(events: readonly Event[], signal?: AbortSignal, sizes = events.map(payloadBytes)): Promise<void> {
    if (this.closed) throw new OperatorError('The bus is closed.');
    events.forEach(freeze);
    const parcels = events.map((event, i) => ({ account_id: event.account_id, event, bytes: sizes[i]! }));
    const outcomes = await Promise.allSettled([...this.groups.values()].map((group) => group.take(parcels, signal)));
    const faults = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    if (faults.length > 1) throw new AggregateError(faults, 'Several groups could not apply the events.');
    if (faults.length) throw faults[0];
  }

  async subscribe(to: Topics, onBatch: OnBatch): Promise<Subscription> {
    if (this.closed) throw new OperatorError('The bus is closed.');
    if (this.groups.get(to.group)?.isOpen) throw new Error(`The group ${to.group} has a subscription already.`);
    const group = new LocalGroup(to, onBatch);
    this.groups.set(to.group, group);
    return group;
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.groups.values()].map((group) => group.close()));
  }
}

interface Delivery {
  left: number;
  readonly resolve: () => void;
  readonly reject: (fault: unknown) => void;
}

interface Parcel {
  readonly account_id: number;
  readonly event: Event;
  readonly bytes: number;
}

interface Waiting extends Parcel {
  readonly delivery: Delivery;
}

const payloadBytes = ({ payload }: Event): number => Buffer.byteLength(JSON.stringify(payload));

/** Groups share their events. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) freeze(part);
  Object.freeze(value);
}

class LocalGroup implements Subscription {
  isOpen = true;
  private waiting: readonly Waiting[] = [];
  private readonly lanes = new Lanes<Waiting>();
  private readonly inWork = new Set<Promise<void>>();
  private paused = false;

  constructor(
    private readonly to: Topics,
    private readonly onBatch: OnBatch,
  ) {}

  /** Refuses the events of a closed group, so that the publisher keeps them. */
  async take(parcels: readonly Parcel[], signal?: AbortSignal): Promise<void> {
    const own = parcels.filter(({ event }) => this.to.topics.includes(event.topic));
    if (!own.length) return;
    if (!this.isOpen) throw this.away();
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const delivery = { left: own.length, resolve, reject };
      this.waiting = [...this.waiting, ...own.map((parcel) => ({ delivery, ...parcel }))];
      signal?.addEventListener('abort', () => this.drop([{ delivery }], signal.reason));
      this.work();
    });
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    this.work();
  }

  async lag(): Promise<number> {
    return this.waiting.length;
  }

  async close(): Promise<void> {
    this.isOpen = false;
    await Promise.all(this.inWork);
    this.drop(this.waiting, this.away());
  }

  private work(): void {
    for (let next = this.next(); next.length; next = this.next()) {
      const applied = this.apply(next);
      this.inWork.add(applied);
      void applied.then(() => {
        this.inWork.delete(applied);
        this.work();
      });
    }
  }

  private next(): readonly Waiting[] {
    return this.isOpen && !this.paused ? this.lanes.begin(this.waiting) : [];
  }

  private async apply(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.onBatch(batch.map(({ event }) => event));
      const isApplied = new Set(batch);
      this.waiting = this.waiting.filter((each) => !isApplied.has(each));
      for (const { delivery } of batch) if (!--delivery.left) delivery.resolve();
    } catch (fault) {
      this.drop(batch, fault);
    } finally {
      this.lanes.end(batch);
    }
  }

  private drop(lost: readonly Pick<Waiting, 'delivery'>[], fault: unknown): void {
    const isDropped = new Set(lost.map(({ delivery }) => delivery));
    this.waiting = this.waiting.filter(({ delivery }) => !isDropped.has(delivery));
    for (const { reject } of isDropped) reject(fault);
  }

  private away(): Error {
    return new OperatorError(`The group ${this.to.group} is closed.`);
  }
}
