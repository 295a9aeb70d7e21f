import pLimit, { type LimitFunction } from 'p-limit';

/** A quarter stays free for others, because all an account holds may wait for one lock. */
export const shareOfAccount = (connections: number): number =>
  Math.max(1, connections - Math.max(1, Math.floor(connections / 4)));

export class AccountTurns {
  /** Has an account only while it has work. */
  private readonly limits = new Map<number, LimitFunction>();

  constructor(private readonly connections: number) {}

  async run<T>(account_id: number, work: () => Promise<T>): Promise<T> {
    const limit = this.limits.get(account_id) ?? pLimit(shareOfAccount(this.connections));
    this.limits.set(account_id, limit);
    try {
      return await limit(work);
    } finally {
      if (!limit.activeCount && !limit.pendingCount) this.limits.delete(account_id);
    }
  }
}
