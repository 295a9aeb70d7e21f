import { isSubscribed } from '../../endpoint/subscriptions.js';
import type { Delivery, Result } from './delivery.js';
import { DeliveryQueue } from './delivery-queue.js';
import { type Claimed, type Endpoint, keyColumns } from './endpoint.js';
import { Pace } from './pace.js';

/** An endpoint that this replica owns: the queue of its deliveries, and the pace at which they go out. */
export class Lane {
  readonly queue: DeliveryQueue;
  readonly pace: Pace;
  private current: Endpoint;
  private isStale = false;
  private used_at = -Infinity;

  constructor(claimed: Claimed) {
    this.current = claimed;
    this.queue = new DeliveryQueue(claimed.ordered, claimed.retries);
    this.pace = new Pace(claimed);
  }

  get endpoint(): Endpoint {
    return this.current;
  }

  get isEnabled(): boolean {
    return this.endpoint.status !== 'disabled' && !this.endpoint.date_deleted;
  }

  /** Tells whether the lane has had nothing to send since that time, of `performance.now()`. */
  isIdleSince(time_ms: number): boolean {
    return this.queue.isEmpty && this.used_at <= time_ms && this.pace.isOver(performance.now());
  }

  /** Tells whether the lane has to load deliveries, if their bodies may have this many bytes in all. */
  isToLoad(most_bytes: number): boolean {
    return this.queue.isToLoad(most_bytes) && !this.isStale && !this.pace.isOpen && this.isEnabled;
  }

  /** The endpoint may have been edited since; a delivery that a user chose since is sent all the same. */
  cancels(delivery: Delivery): boolean {
    return delivery.trigger !== 'manual' && !isSubscribed(this.endpoint, delivery);
  }

  /** The endpoint has changed since it was read: it gets and loads nothing until `markFresh`. */
  markStale(): void {
    this.isStale = true;
  }

  markFresh(): void {
    this.isStale = false;
  }

  /** Deliveries that are not in flight are loaded again, because body or order may differ. */
  update(endpoint: Endpoint): void {
    const wasEnabled = this.isEnabled;
    this.current = endpoint;
    if (this.isEnabled && !wasEnabled) this.pace.closeBreaker();
    this.queue.reload(endpoint.ordered);
  }

  /** Takes the next delivery to send, if one may be sent now. It is in flight until it is completed. */
  take(now_ms: number): Delivery | undefined {
    if (this.isStale || !this.isEnabled || !this.pace.isFree(now_ms)) return undefined;
    const delivery = this.queue.take();
    if (delivery) this.pace.start(now_ms, this.endpoint.throttle_per_second);
    return delivery;
  }

  complete(result: Result): void {
    this.pace.end(result.state);
    this.queue.complete(result);
  }

  /** Is called after the commit of a result. */
  forget(result: Result, isReleased: boolean): void {
    this.used_at = performance.now();
    this.queue.forget(result, isReleased);
  }
}

export const laneKeys = (lanes: readonly Lane[]): number[][] => keyColumns(lanes.map(({ endpoint }) => endpoint));
