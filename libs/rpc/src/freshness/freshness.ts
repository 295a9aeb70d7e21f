export interface Freshness {
  /**
   * Copies whose load began earlier may be outdated; without an account, those of any. The time is in ms of
   * performance.now(), which counts pauses.
   */
  since(account_id?: number): number;
}

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
