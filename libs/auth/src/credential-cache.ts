// lru-cache's fetch() does not serve here: it joins the pending load, even one that hangs or began before an
// invalidation.
import { LRUCache } from 'lru-cache';

/** Returns undefined if there is no such user. Must settle within a few seconds. */
export type CredentialLoader<T> = (domain: string, api_key: string) => Promise<T | undefined>;

/** A copy loaded before this time may be outdated; an undefined identity means an unknown user. */
export type GoodSince<T> = (identity: T | undefined) => number;

interface Entry<T> {
  identity: T | undefined;
  /** The start of its load, from which ages count: a load that began before a revocation must extend nothing. */
  loaded: number;
  checked: number;
}

interface Flight<T> {
  started: number;
  outcome: Promise<T | undefined>;
}

type Names = [domain: string, api_key: string];

// A revocation must take effect within 5 s, including the time of the load.
const FRESH_MS = 4_000;
const REFRESH_MS = 2_000;
const UNKNOWN_FRESH_MS = 1_000;
const STALE_MS = 600_000;
const MAX_KNOWN = 20_000;
const MAX_UNKNOWN = 10_000;
/** The longest e-mail address; names with control characters are not looked up, as PostgreSQL takes no NUL. */
const NAME = /^[^\p{Cc}]{1,254}$/u;

/** Caches identities by domain and api_key; those of the last 10 minutes serve while the loader fails. */
export class CredentialCache<T extends object> {
  private readonly known: LRUCache<string, Entry<T>>;
  // Unknown names have a cache of their own, so that guesses evict no user.
  private readonly unknown = new LRUCache<string, Entry<T>>({ max: MAX_UNKNOWN });
  private readonly flights = new Map<string, Flight<T>>();

  constructor(
    private readonly load: CredentialLoader<T>,
    private readonly goodSince: GoodSince<T>,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.known = new LRUCache({ max: MAX_KNOWN, ttl: STALE_MS, ttlResolution: 0, perf: { now } });
  }

  /** Returns undefined if there is no such user; rejects with the loader's error if nothing else is known. */
  async get(domain: string, api_key: string): Promise<T | undefined> {
    if (!NAME.test(domain) || !NAME.test(api_key)) return undefined;
    const names: Names = [domain.toLowerCase(), api_key.toLowerCase()];
    const key = JSON.stringify(names);
    const entry = this.known.get(key) ?? this.unknown.get(key);
    const since = this.goodSince(entry?.identity);
    if (!entry || entry.loaded < since) return this.fetch(key, names, since);
    const age = this.now() - entry.checked;
    if (age >= (entry.identity ? FRESH_MS : UNKNOWN_FRESH_MS)) return this.fetch(key, names, since);
    if (age >= REFRESH_MS) this.fetch(key, names, since).catch(() => undefined);
    return entry.identity;
  }

  private fetch(key: string, names: Names, since: number): Promise<T | undefined> {
    const started = this.now();
    const current = this.flights.get(key);
    // A load that hangs would return an outdated answer.
    if (current && started - current.started < FRESH_MS) {
      if (current.started >= since) return current.outcome;
      const next = () => this.fetch(key, names, since);
      return current.outcome.then(next, next);
    }
    const flight = { started, outcome: this.fly(key, names, started) };
    this.flights.set(key, flight);
    const landed = () => {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    };
    flight.outcome.then(landed, landed);
    return flight.outcome;
  }

  private async fly(key: string, names: Names, started: number): Promise<T | undefined> {
    let identity: T | undefined;
    try {
      identity = await this.load(...names);
    } catch (error) {
      const last = this.known.get(key);
      if (!last) throw error;
      last.checked = Math.max(last.checked, started);
      return last.identity;
    }
    this.keep(key, { identity, loaded: started, checked: started });
    return identity;
  }

  private keep(key: string, entry: Entry<T>): void {
    const last = this.known.get(key) ?? this.unknown.get(key);
    if (last && last.checked > entry.checked) return;
    const [home, other] = entry.identity ? [this.known, this.unknown] : [this.unknown, this.known];
    other.delete(key);
    home.set(key, entry, { start: entry.checked });
  }
}
