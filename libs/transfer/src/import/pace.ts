import type { StockbookOptions } from '@stockbook/client';
import { setTimeout } from 'node:timers/promises';

type Fetch = NonNullable<StockbookOptions['fetch']>;

/** A batch takes this many requests of the limit. */
const BATCH = 100;

/** Sends no faster than the rate limit allows, by the headers of the answers before. */
export function pacedFetch(fetch: Fetch = globalThis.fetch): Fetch {
  let free_at = 0;
  return async (url, init) => {
    const wait = free_at - Date.now();
    if (wait > 0) await setTimeout(wait, undefined, { signal: init.signal });
    const response = await fetch(url, init);
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
      Number(response.headers.get(`x-ratelimit-${name}`) ?? NaN),
    ) as [number, number, number];
    const needed = Math.min(BATCH, limit);
    // The header `reset` says when the whole limit is free again; a part of it is free earlier.
    if (remaining < needed) free_at = Date.now() + (reset * 1_000 * (needed - remaining)) / (limit - remaining);
    return response;
  };
}
