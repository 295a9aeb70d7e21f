export interface Freshness {
  /** Copies loaded earlier may be outdated; performance.now() counts pauses. */
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
