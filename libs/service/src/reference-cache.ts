import { Refused } from '@stockbook/contracts';
import { LRUCache } from 'lru-cache';

const FRESH_MS = 5_000;
const STALE_MS = 600_000;

interface Entry<T> {
  readonly data: T;
  readonly loaded_at: number;
}

/**
 * Another service's records of an account, as far as they are referred to. Change events empty it; should one go to another
 * replica, five seconds do. When the other service is down, what is known serves for ten minutes more.
 */
export class ReferenceCache<T extends object> {
  private readonly entries = new LRUCache<number, Entry<T>>({ max: 1_000, ttl: STALE_MS });
  private readonly loading = new Map<number, Promise<Entry<T>>>();

  constructor(private readonly load: (account_id: number) => Promise<T>) {}

  /** Applies a rule to the records. What it refuses by known records it is asked again on fresh ones: they may be new. */
  async apply<R>(account_id: number, rule: (records: T) => R): Promise<R> {
    const began = performance.now();
    const entry = await this.current(account_id);
    try {
      return rule(entry.data);
    } catch (refused) {
      if (!(refused instanceof Refused) || entry.loaded_at >= began) throw refused;
      return rule((await this.since(began, account_id, entry)).data);
    }
  }

  /** Drops what is known, and what a load in flight may have seen before the change. */
  forget(account_id: number): void {
    this.entries.delete(account_id);
    this.loading.delete(account_id);
  }

  private async current(account_id: number): Promise<Entry<T>> {
    const known = this.entries.get(account_id);
    return known && performance.now() - known.loaded_at < FRESH_MS ? known : this.reload(account_id, known);
  }

  /** A load in flight may have begun before the record that is missed came to be. */
  private async since(began: number, account_id: number, known: Entry<T>): Promise<Entry<T>> {
    const joined = await this.reload(account_id, known);
    return joined.loaded_at >= began ? joined : this.reload(account_id, known);
  }

  private async reload(account_id: number, known: Entry<T> | undefined): Promise<Entry<T>> {
    try {
      const loading = this.loading.get(account_id) ?? this.begin(account_id);
      return await loading;
    } catch (error) {
      if (known) return known;
      throw error;
    }
  }

  private begin(account_id: number): Promise<Entry<T>> {
    const loaded_at = performance.now();
    const loading = this.load(account_id).then((data) => ({ data, loaded_at }));
    this.loading.set(account_id, loading);
    const landed = (entry?: Entry<T>) => {
      if (this.loading.get(account_id) !== loading) return;
      this.loading.delete(account_id);
      if (entry) this.entries.set(account_id, entry);
    };
    loading.then(landed, () => landed());
    return loading;
  }
}
