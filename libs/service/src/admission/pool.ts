import type { Call } from '@stockbook/contracts';
import { FairQueue } from './fair-queue.js';

/** Bytes of a request that count as one call; about 100 order lines. */
const BYTES = 8 * 1024;

export interface PoolLimits {
  readonly running: number;
  readonly ofAccount: number;
}

/** Twice as many calls run, because some wait for services. An account leaves a quarter to others: its calls may wait for one lock. */
export const poolLimits = (connections: number): PoolLimits => ({
  running: 2 * connections,
  ofAccount: connections - Math.max(1, Math.floor(connections / 4)),
});

export class Pool<T extends { readonly call: Call }> {
  running = 0;
  readonly queue: FairQueue<T>;
  /** A large call counts as several. */
  private readonly ofAccount = new Map<number, number>();

  constructor(
    private readonly limits: PoolLimits,
    waiting: number,
  ) {
    this.queue = new FairQueue(waiting);
  }

  /** A call waits behind others of its account, otherwise small calls would block a large one for ever. */
  admits(call: Call): boolean {
    return !this.queue.has(call.caller.account_id) && this.hasRoomFor(call);
  }

  /** An account may always have one call in work, however large. */
  private hasRoomFor(call: Call): boolean {
    if (this.running >= this.limits.running) return false;
    const own = this.ofAccount.get(call.caller.account_id) ?? 0;
    return own === 0 || own + callWeight(call) <= this.limits.ofAccount;
  }

  next(): T | undefined {
    return this.queue.take(({ call }) => this.hasRoomFor(call));
  }

  enter(call: Call): void {
    this.running++;
    this.add(call.caller.account_id, callWeight(call));
  }

  leave(call: Call): void {
    this.running--;
    this.add(call.caller.account_id, -callWeight(call));
  }

  private add(account_id: number, count: number): void {
    const own = (this.ofAccount.get(account_id) ?? 0) + count;
    if (own) this.ofAccount.set(account_id, own);
    else this.ofAccount.delete(account_id);
  }
}

const callWeight = ({ bytes = 0 }: Call): number => Math.max(1, Math.ceil(bytes / BYTES));
