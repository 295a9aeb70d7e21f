/** Knows how old a cached copy of an account's records may be. */
export interface Freshness {
  /**
   * A copy whose load began before this time may be outdated. Without an account it is the time of the latest change of any
   * account. In ms of performance.now(), which runs on while a process is stopped.
   */
  since(account_id?: number): number;
}

/** The time of each account's latest change. */
export class LatestChanges implements Freshness {
  private readonly changes = new Map<number, number>();
  private latest = -Infinity;

  add(account_id: number): void {
    this.latest = performance.now();
    this.changes.set(account_id, this.latest);
  }

  since(account_id?: number): number {
    return account_id === undefined ? this.latest : (this.changes.get(account_id) ?? -Infinity);
  }
}
