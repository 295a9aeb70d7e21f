interface Lookup<T> {
  readonly began_at: number;
  readonly outcome: Promise<T>;
}

/** By default no answer is older than its question. */
export class SharedLookups<K, T> {
  private readonly running = new Map<K, Lookup<T>>();

  /** `since` is a time of `performance.now()`. */
  async ask(key: K, look: () => Promise<T>, since = performance.now()): Promise<T> {
    const running = this.running.get(key);
    if (running && running.began_at <= since) await running.outcome.catch(() => undefined);
    return (this.running.get(key) ?? this.begin(key, look)).outcome;
  }

  private begin(key: K, look: () => Promise<T>): Lookup<T> {
    const began_at = performance.now();
    const lookup = { began_at, outcome: look().finally(() => this.running.delete(key)) };
    this.running.set(key, lookup);
    return lookup;
  }
}
