import type { Result } from './delivery.js';
import {
  closeBreaker,
  type Health,
  healthOf,
  isOpen,
  noteAttempt,
  type StoredHealth,
  storedHealth,
} from './breaker.js';
import { Throttle } from './throttle.js';

/** One endpoint has at most this many requests in flight. Slots leave it no more than half of its host's. */
const [FIRST_LIMIT, LAST_LIMIT] = [4, 8];

export class Pace {
  private readonly health: Health;
  private readonly throttle = new Throttle();
  private limit = FIRST_LIMIT;
  private inFlight = 0;

  constructor(stored: StoredHealth) {
    this.health = healthOf(stored);
  }

  get stored(): StoredHealth {
    return storedHealth(this.health);
  }

  /** Tells whether the breaker is open. */
  get isOpen(): boolean {
    return isOpen(this.health);
  }

  /** Tells whether nothing is in flight. */
  get isAtRest(): boolean {
    return !this.inFlight;
  }

  /** Tells whether one more delivery may go out now. A half-open breaker admits one at a time. */
  isFree(now_ms: number): boolean {
    const limit = this.health.open_until ? 1 : this.limit;
    return this.inFlight < limit && !this.isOpen && this.throttle.isFree(now_ms);
  }

  /** Tells whether the throttle remembers no more than a new one does. */
  isOver(now_ms: number): boolean {
    return this.throttle.isOver(now_ms);
  }

  start(now_ms: number, per_second: number): void {
    this.inFlight++;
    if (per_second) this.throttle.use(now_ms, per_second);
  }

  end(state: Result['state']): void {
    this.inFlight--;
    if (state === 'delivered') this.limit = Math.min(this.limit + 1, LAST_LIMIT);
    else if (state !== 'cancelled') this.limit = Math.max(1, Math.floor(this.limit / 2));
  }

  noteAttempt(isSuccess: boolean): void {
    noteAttempt(this.health, isSuccess);
  }

  closeBreaker(): void {
    closeBreaker(this.health);
  }
}
