// lru-cache's fetch() does not fit: it joins a load that began before an invalidation and would serve a stale copy.
import { type Operation, Refused } from '@stockbook/contracts';
import { SharedLookups } from '@stockbook/persistence';
import type { Freshness, Services } from '@stockbook/rpc';
import { LRUCache } from 'lru-cache';
import { type ReferenceSnapshots, STALE_MS } from './reference-snapshots.js';

/** Changes from the command line, which invalidates no copies, show within this time. */
const FRESH_MS = 5_000;

interface Entry<T> {
  readonly data: T;
  /** The start of its load: it shows no later change. */
  readonly loaded_at: number;
}

/** While the other service is away, a copy serves ten minutes but refuses nothing; then the snapshot serves. */
export class ReferenceCache<T extends object> {
  private readonly entries = new LRUCache<number, Entry<T>>({ max: 1_000, ttl: STALE_MS });
  private readonly loads = new SharedLookups<number, Entry<T>>();

  constructor(
    private readonly load: (account_id: number) => Promise<T>,
    private readonly freshness: Freshness,
    private readonly snapshots?: ReferenceSnapshots<T>,
  ) {}

  /** A load fails after `answer_ms`. */
  static of<T extends object>(
    services: Services,
    operation: Operation<object, T>,
    answer_ms: number,
    snapshots?: ReferenceSnapshots<T>,
  ): ReferenceCache<T> {
    const load = async (account_id: number) => (await services.askFor(account_id, operation, {}, answer_ms)).output;
    return new ReferenceCache(load, services.watch(operation.service), snapshots);
  }

  /** Applies a rule to a copy; before an older copy refuses, the rule is applied again to fresh records. */
  async apply<R>(account_id: number, rule: (records: T) => R | Promise<R>): Promise<R> {
    const began = performance.now();
    const entry = await this.current(account_id);
    try {
      return await rule(entry.data);
    } catch (refused) {
      if (!(refused instanceof Refused) || entry.loaded_at >= began) throw refused;
      return rule((await this.loadedSince(began, account_id)).data);
    }
  }

  private async current(account_id: number): Promise<Entry<T>> {
    const since = Math.max(this.freshness.since(account_id), performance.now() - FRESH_MS);
    const known = this.entries.get(account_id);
    if (known && known.loaded_at >= since) return known;
    try {
      return await this.loadedSince(since, account_id);
    } catch (error) {
      const entry = await this.latest(account_id, known);
      if (entry) return entry;
      throw error;
    }
  }

  private loadedSince(since: number, account_id: number): Promise<Entry<T>> {
    return this.loads.ask(account_id, () => this.loadNow(account_id), since);
  }

  /** Looks for a newer snapshot: another replica may have stored one after this one loaded its copy. */
  private async latest(account_id: number, known: Entry<T> | undefined): Promise<Entry<T> | undefined> {
    const isSnapshot = known?.loaded_at === -Infinity;
    const snapshot = isSnapshot ? undefined : await this.snapshots?.find(account_id);
    const taken_at = performance.now() - STALE_MS + (snapshot?.serves_ms ?? 0);
    if (!snapshot || (known && known.loaded_at > taken_at)) return known;
    const entry = { data: snapshot.records, loaded_at: -Infinity };
    this.entries.set(account_id, entry, { ttl: snapshot.serves_ms });
    return entry;
  }

  private async loadNow(account_id: number): Promise<Entry<T>> {
    const loaded_at = performance.now();
    const entry = { data: await this.load(account_id), loaded_at };
    this.entries.set(account_id, entry);
    // Only other processes need it, so its failure does not matter here.
    this.snapshots?.store(account_id, entry.data, loaded_at).catch(() => undefined);
    return entry;
  }
}
