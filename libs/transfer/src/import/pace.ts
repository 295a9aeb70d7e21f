import type { StockbookOptions } from '@stockbook/client';

type Fetch = NonNullable<StockbookOptions['fetch']>;

/** A batch takes this many requests of the limit. */
const BATCH = 100;

/** An import has time: it waits for the rate limit, and a minute or so for a server that is away. */
export const unhurried = (fetch?: Fetch) => ({ fetch: pacedFetch(fetch), retries: 20, deadline: 3_600_000 });

/**
 * Sends no faster than the rate limit allows, by the headers of the answers before. A request that comes too early is
 * answered 429 and not sent: the client waits, and the time limit of a try does not count the wait.
 */
function pacedFetch(fetch: Fetch = globalThis.fetch): Fetch {
  let free_at = 0;
  return async (url, init) => {
    const wait_s = Math.ceil((free_at - Date.now()) / 1_000);
    if (wait_s > 0) return new Response(null, { status: 429, headers: { 'retry-after': String(wait_s) } });
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
