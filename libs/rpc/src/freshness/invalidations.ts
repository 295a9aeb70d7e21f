/** Resolves when the process has confirmed the invalidation or is unreachable. */
export type Invalidate = (account_id: number) => Promise<void> | void;

/** The processes that cache records of this service. */
export class Invalidations {
  private readonly caches = new Set<Invalidate>();

  /** Returns a function that removes the process. */
  add(invalidate: Invalidate): () => void {
    this.caches.add(invalidate);
    return () => this.caches.delete(invalidate);
  }

  async send(account_id: number): Promise<void> {
    await Promise.all([...this.caches].map((invalidate) => invalidate(account_id)));
  }
}
