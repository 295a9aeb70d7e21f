// Loads are tracked here: lru-cache's fetch() joins the pending load, even one that hangs or began before an invalidation.
import { LRUCache } from 'lru-cache';

/** Loads the identity of a user; undefined if there is no such user. It must settle within a few seconds. */
export type CredentialLoader<T> = (domain: string, api_key: string) => Promise<T | undefined>;

/** A copy of this identity whose load began before this time may be outdated; undefined stands for a user who does not exist. */
export type GoodSince<T> = (identity: T | undefined) => number;

interface Entry<T> {
  identity: T | undefined;
  /** When the load that brought it began: it shows no later change. */
  loaded: number;
  /** When the last load for it began, including failed ones. */
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
/** No domain and no e-mail address is longer than 254 characters, so longer names are not looked up. */
const MAX_NAME_LENGTH = 254;

/**
 * Identities by domain and api_key, both case-insensitive. Ages count from the start of a load, so that a load which a
 * revocation overtakes extends nothing. A copy that may be outdated is loaded again before it is served. While the loader
 * fails, an identity loaded in the last 10 minutes is served.
 */
export class CredentialCache<T extends object> {
  private readonly known: LRUCache<string, Entry<T>>;
  // A cache of its own, so that guessed names evict no user.
  private readonly unknown = new LRUCache<string, Entry<T>>({ max: MAX_UNKNOWN });
  private readonly flights = new Map<string, Flight<T>>();

  /** `now` is a monotonic clock in milliseconds. */
  constructor(
    private readonly load: CredentialLoader<T>,
    private readonly goodSince: GoodSince<T>,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.known = new LRUCache({ max: MAX_KNOWN, ttl: STALE_MS, ttlResolution: 0, perf: { now } });
  }

  /** The identity, or undefined if there is no such user; rejects with the loader's error if nothing else is known. */
  async get(domain: string, api_key: string): Promise<T | undefined> {
    if (domain.length > MAX_NAME_LENGTH || api_key.length > MAX_NAME_LENGTH) return undefined;
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

  /** The outcome of a load that began at `since` or later. */
  private fetch(key: string, names: Names, since: number): Promise<T | undefined> {
    const started = this.now();
    const current = this.flights.get(key);
    // The answer of a load that hangs would be too old.
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
