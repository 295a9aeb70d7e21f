import { FairQueue } from './intake-queue.js';

/** How many calls of a lane may be in work at once. */
export interface LaneLimits {
  readonly running: number;
  /** Of one account. */
  readonly ofAccount: number;
}

/**
 * The limits of a lane whose calls share so many connections. Twice as many calls run, because some wait for other services.
 * One account leaves a quarter of the connections to others, who need them when all its calls wait for a lock.
 */
export const laneOn = (connections: number): LaneLimits => ({
  running: 2 * connections,
  ofAccount: connections - Math.max(1, Math.floor(connections / 4)),
});

/** The calls of one kind: those in work, counted by account, and those that wait. */
export class Lane<T> {
  running = 0;
  readonly queue: FairQueue<T>;
  private readonly ofAccount = new Map<number, number>();

  constructor(
    private readonly limits: LaneLimits,
    waiting: number,
  ) {
    this.queue = new FairQueue(waiting);
  }

  hasRoomFor(account_id: number): boolean {
    return this.running < this.limits.running && this.countOf(account_id) < this.limits.ofAccount;
  }

  /** The next of the queue that there is room for. */
  next(): T | undefined {
    return this.queue.take((account_id) => this.hasRoomFor(account_id));
  }

  enter(account_id: number): void {
    this.running++;
    this.ofAccount.set(account_id, this.countOf(account_id) + 1);
  }

  leave(account_id: number): void {
    this.running--;
    const left = this.countOf(account_id) - 1;
    if (left) this.ofAccount.set(account_id, left);
    else this.ofAccount.delete(account_id);
  }

  private countOf(account_id: number): number {
    return this.ofAccount.get(account_id) ?? 0;
  }
}
