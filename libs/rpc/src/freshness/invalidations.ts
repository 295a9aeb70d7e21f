/** Invalidates a process's copies of an account's records; resolves when the process has confirmed or is unreachable. */
export type Invalidate = (account_id: number) => Promise<void> | void;

/** The processes that are connected to this replica and cache records of its service. */
export class Invalidations {
  private readonly caches = new Set<Invalidate>();

  /** Adds a process and returns how to remove it. */
  add(invalidate: Invalidate): () => void {
    this.caches.add(invalidate);
    return () => this.caches.delete(invalidate);
  }

  /** Invalidates the copies of an account's records in every process. */
  async send(account_id: number): Promise<void> {
    await Promise.all([...this.caches].map((invalidate) => invalidate(account_id)));
  }
}
