/** Invalidates a process's copies of an account's records; resolves when it uses them no more or cannot be reached. */
export type Invalidate = (account_id: number) => Promise<void> | void;

/** The processes that cache records of a service, as one replica of it knows them. */
export class Invalidations {
  private readonly caches = new Set<Invalidate>();

  /** Adds a process and returns how to remove it. */
  add(invalidate: Invalidate): () => void {
    this.caches.add(invalidate);
    return () => this.caches.delete(invalidate);
  }

  /** Invalidates the copies that any process has of an account's records. */
  async send(account_id: number): Promise<void> {
    await Promise.all([...this.caches].map((invalidate) => invalidate(account_id)));
  }
}
