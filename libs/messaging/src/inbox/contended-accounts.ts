/** Exceeds the longest retry interval; each failed retry extends it. */
const MEMORY_MS = 3_000;

/** Accounts that met a lock lately: their events share no transaction with others. */
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
