/** Longer than the longest wait between two tries of a deferred event: each that fails counts anew. */
const MEMORY_MS = 3_000;

/** The accounts that have met a lock lately. Their events do not share a transaction with those of others. */
export class ContendedAccounts {
  private readonly until = new Map<number, number>();

  note(account_id: number): void {
    this.until.set(account_id, performance.now() + MEMORY_MS);
  }

  has(account_id: number): boolean {
    const isContended = (this.until.get(account_id) ?? 0) > performance.now();
    if (!isContended) this.until.delete(account_id);
    return isContended;
  }
}
