import { Refused } from '@stockbook/contracts';
import { LRUCache } from 'lru-cache';
import { type KeptRecords, STALE_MS } from './kept-records.js';

/** How long records count as fresh, unless told. */
export const FRESH_MS = 5_000;
/** The injection token of how long records count as fresh, in ms. */
export const FRESHNESS = Symbol('freshness');

interface Entry<T> {
  readonly data: T;
  readonly loaded_at: number;
}

/**
 * Another service's records of an account, as far as they are referred to. Change events expire it; should one go to another
 * replica, five seconds do. When the other service is down, what is known serves for ten minutes more, but refuses nothing;
 * a process that does not know them yet takes what others have kept.
 */
export class ReferenceCache<T extends object> {
  private readonly entries = new LRUCache<number, Entry<T>>({ max: 1_000, ttl: STALE_MS });
  private readonly loading = new Map<number, Promise<Entry<T>>>();

  constructor(
    private readonly load: (account_id: number) => Promise<T>,
    private readonly fresh_ms = FRESH_MS,
    private readonly kept?: KeptRecords<T>,
  ) {}

  /** Applies a rule to the records. What it refuses by known records it is asked again on fresh ones: they may be new. */
  async apply<R>(account_id: number, rule: (records: T) => R): Promise<R> {
    const began = performance.now();
    const entry = await this.current(account_id);
    try {
      return rule(entry.data);
    } catch (refused) {
      if (!(refused instanceof Refused) || entry.loaded_at >= began) throw refused;
      return rule((await this.since(began, account_id)).data);
    }
  }

  /** Takes what is known for old, and drops what a load in flight may have seen before the change. */
  expire(account_id: number): void {
    const known = this.entries.get(account_id);
    if (known) this.entries.set(account_id, { ...known, loaded_at: -Infinity }, { noUpdateTTL: true });
    this.loading.delete(account_id);
  }

  private async current(account_id: number): Promise<Entry<T>> {
    const known = this.entries.get(account_id);
    return known && performance.now() - known.loaded_at < this.fresh_ms ? known : this.reload(account_id, known);
  }

  /** A load in flight may have begun before the record that is missed came to be. */
  private async since(began: number, account_id: number): Promise<Entry<T>> {
    const joined = await this.joinLoad(account_id);
    return joined.loaded_at >= began ? joined : this.joinLoad(account_id);
  }

  private async reload(account_id: number, known: Entry<T> | undefined): Promise<Entry<T>> {
    try {
      return await this.joinLoad(account_id);
    } catch (error) {
      const entry = known ?? (await this.recall(account_id));
      if (entry) return entry;
      throw error;
    }
  }

  private async recall(account_id: number): Promise<Entry<T> | undefined> {
    const kept = await this.kept?.find(account_id);
    if (!kept) return undefined;
    const entry = { data: kept.records, loaded_at: -Infinity };
    this.entries.set(account_id, entry, { ttl: kept.serves_ms });
    return entry;
  }

  private joinLoad(account_id: number): Promise<Entry<T>> {
    return this.loading.get(account_id) ?? this.begin(account_id);
  }

  private begin(account_id: number): Promise<Entry<T>> {
    const loaded_at = performance.now();
    const loading = this.load(account_id).then((data) => ({ data, loaded_at }));
    this.loading.set(account_id, loading);
    const landed = (entry?: Entry<T>) => {
      if (this.loading.get(account_id) !== loading) return;
      this.loading.delete(account_id);
      if (!entry) return;
      this.entries.set(account_id, entry);
      // Nobody waits for it, and without it this process is as well off as before.
      this.kept?.keep(account_id, entry.data).catch(() => undefined);
    };
    loading.then(landed, () => landed());
    return loading;
  }
}
