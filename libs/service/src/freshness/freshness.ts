/** Knows since when an account's records have stayed as they are. */
export interface Freshness {
  /**
   * A copy whose load began before this time may be outdated; by performance.now(), which runs on while a process is stopped.
   * Without an account the time is that of the latest change of any.
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
