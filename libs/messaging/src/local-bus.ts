import type { Event } from '@stockbook/contracts';
import { type EventBus, type OnSlice, SLICE, type Subscription, type Topics } from './event-bus.js';

/**
 * A bus within one process that stores nothing: `publish` resolves when every group has committed the events. It
 * knows no group before its first subscription, so consumers start before relays.
 */
export class LocalBus implements EventBus {
  private readonly groups = new Map<string, LocalGroup>();
  private closed = false;

  async publish(events: readonly Event[], signal?: AbortSignal): Promise<void> {
    if (this.closed) throw new Error('The bus is closed.');
    const outcomes = await Promise.allSettled([...this.groups.values()].map((group) => group.take(events, signal)));
    const faults = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    if (faults.length > 1) throw new AggregateError(faults, 'Several groups could not apply the events.');
    if (faults.length) throw faults[0];
  }

  async subscribe(to: Topics, onSlice: OnSlice): Promise<Subscription> {
    if (this.closed) throw new Error('The bus is closed.');
    if (this.groups.get(to.group)?.isOpen) throw new Error(`The group ${to.group} has a subscription already.`);
    const group = new LocalGroup(to, onSlice);
    this.groups.set(to.group, group);
    return group;
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.groups.values()].map((group) => group.close()));
  }
}

/** What one `publish` hands to one group; events that were applied are taken off the front. */
interface Delivery {
  readonly events: Event[];
  readonly resolve: () => void;
  readonly reject: (fault: unknown) => void;
}

class LocalGroup implements Subscription {
  isOpen = true;
  private readonly deliveries = new Set<Delivery>();
  private inWork?: Promise<void>;
  private paused = false;

  constructor(
    private readonly to: Topics,
    private readonly onSlice: OnSlice,
  ) {}

  /** A group that is away keeps its claim: its events are refused, so that the publisher keeps them. */
  async take(events: readonly Event[], signal?: AbortSignal): Promise<void> {
    const own = events.filter(({ topic }) => this.to.topics.includes(topic));
    if (!own.length) return;
    if (!this.isOpen) throw this.away();
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const delivery = { events: own, resolve, reject };
      this.deliveries.add(delivery);
      signal?.addEventListener('abort', () => {
        this.deliveries.delete(delivery);
        reject(signal.reason);
      });
      void this.work();
    });
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    void this.work();
  }

  async lag(): Promise<number> {
    return [...this.deliveries].reduce((sum, { events }) => sum + events.length, 0);
  }

  async close(): Promise<void> {
    this.isOpen = false;
    await this.inWork;
    for (const { reject } of this.deliveries) reject(this.away());
    this.deliveries.clear();
  }

  private async work(): Promise<void> {
    if (this.inWork) return;
    for (let next = this.next(); next; next = this.next()) await (this.inWork = this.apply(next));
    this.inWork = undefined;
  }

  private next(): Delivery | undefined {
    const [first] = this.isOpen && !this.paused ? this.deliveries : [];
    return first;
  }

  private async apply(delivery: Delivery): Promise<void> {
    // Every group has its own copy, as if it had come over a network.
    const slice = structuredClone(delivery.events.slice(0, SLICE));
    try {
      await this.onSlice(slice);
      delivery.events.splice(0, slice.length);
      if (delivery.events.length) return;
      delivery.resolve();
    } catch (fault) {
      delivery.reject(fault);
    }
    this.deliveries.delete(delivery);
  }

  private away(): Error {
    return new Error(`The group ${this.to.group} is closed.`);
  }
}
