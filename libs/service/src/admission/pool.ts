import type { Call } from '@stockbook/contracts';
import { shareOfAccount } from '@stockbook/persistence';
import { FairQueue } from './fair-queue.js';

/** A request counts as one call for each of these bytes, which hold about 100 order lines. */
const BYTES = 8 * 1024;
/** Small calls of an account that share a connection take this much of one each. */
const SHARE = 1 / 8;

/** A call that asks for room in a pool. */
export interface Admitted {
  readonly call: Call;
  readonly sharesConnections?: boolean;
}

export interface PoolLimits {
  readonly running: number;
  readonly ofAccount: number;
}

/** Admits twice as many calls as connections, because some wait for services. */
export const poolLimits = (connections: number): PoolLimits => ({
  running: 2 * connections,
  ofAccount: shareOfAccount(connections),
});

export class Pool<T extends Admitted> {
  running = 0;
  readonly queue: FairQueue<T>;
  /** Each running call adds its weight, at most 1. */
  private taken = 0;
  /** A large call counts as several. */
  private readonly ofAccount = new Map<number, number>();

  constructor(
    private readonly limits: PoolLimits,
    waiting: number,
  ) {
    this.queue = new FairQueue(waiting);
  }

  /** A call waits behind others of its account, otherwise small calls would block a large one for ever. */
  admits(asking: Admitted): boolean {
    return !this.queue.has(asking.call.caller.account_id) && this.hasRoomFor(asking);
  }

  /** An account may always have one call in work, however large. */
  private hasRoomFor(asking: Admitted): boolean {
    if (this.taken >= this.limits.running) return false;
    const own = this.ofAccount.get(asking.call.caller.account_id) ?? 0;
    return own === 0 || own + weightOf(asking) <= this.limits.ofAccount;
  }

  next(): T | undefined {
    return this.queue.take((first) => this.hasRoomFor(first));
  }

  enter(admitted: Admitted): void {
    this.running++;
    this.add(admitted, 1);
  }

  leave(admitted: Admitted): void {
    this.running--;
    this.add(admitted, -1);
  }

  private add(admitted: Admitted, sign: 1 | -1): void {
    const { account_id } = admitted.call.caller;
    const weight = sign * weightOf(admitted);
    this.taken += Math.max(-1, Math.min(1, weight));
    const own = (this.ofAccount.get(account_id) ?? 0) + weight;
    if (own) this.ofAccount.set(account_id, own);
    else this.ofAccount.delete(account_id);
  }
}

function weightOf({ call, sharesConnections }: Admitted): number {
  const { bytes = 0 } = call;
  if (bytes > BYTES) return Math.ceil(bytes / BYTES);
  return sharesConnections ? SHARE : 1;
}
