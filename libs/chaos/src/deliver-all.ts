import { connect } from '@stockbook/testing/requests';
import { setTimeout as delay } from 'node:timers/promises';
import type { ShopAccount } from './load/shop.js';
import type { RunSql } from './system/run-sql.js';

const POLL_MS = 500;
const LIMIT_MS = 120_000;
/** One request names at most this many deliveries. */
const MOST = 100;

interface Queued {
  readonly account_id: number;
  readonly webhook_id: number;
  readonly is_open: boolean;
  /** Retries that are due later. */
  readonly waiting: readonly number[] | null;
}

const QUEUED = `SELECT account_id, webhook_id, bool_or(COALESCE(open_until > now(), false)) AS is_open,
    array_agg(delivery_id ORDER BY position) FILTER (WHERE state = 'retrying' AND next_try_at > now()) AS waiting
  FROM integration.webhook_queue JOIN integration.webhook_health USING (account_id, webhook_id)
  WHERE account_id = ANY ($1::int[]) GROUP BY 1, 2`;

/**
 * Delivers everything that is queued, as the owner of a mended receiver would: it enables endpoints whose breaker is
 * open, and sends again what waits for a later retry. A held delivery follows by itself, and one that is held for good
 * is a fault. Resolves with the milliseconds that this took.
 */
export async function deliverAll(
  run: RunSql,
  url: string,
  shops: readonly ShopAccount[],
  limit_ms = LIMIT_MS,
): Promise<number> {
  const began = Date.now();
  const accounts = shops.map(({ account_id }) => account_id);
  for (let took_ms = 0; took_ms < limit_ms; took_ms = Date.now() - began) {
    const queued = await run<Queued>(QUEUED, [accounts]);
    if (!queued.length) return took_ms;
    for (const endpoint of queued) await sendNow(url, shops, endpoint);
    await delay(POLL_MS);
  }
  const [left] = await run<{ count: number }>(
    'SELECT count(*)::int AS count FROM integration.webhook_queue WHERE account_id = ANY ($1::int[])',
    [accounts],
  );
  throw new Error(`${left?.count} webhooks are not delivered ${limit_ms / 1_000} s after their receivers were mended.`);
}

async function sendNow(url: string, shops: readonly ShopAccount[], endpoint: Queued): Promise<void> {
  const { webhook_id, is_open, waiting } = endpoint;
  const shop = shops.find(({ account_id }) => account_id === endpoint.account_id);
  if (!shop) return;
  const { webhook } = connect(url, shop.credentials).integration;
  if (is_open) for (const enabled of [false, true]) await webhook.edit({ webhook_id, enabled });
  for (let from = 0; from < (waiting?.length ?? 0); from += MOST)
    await webhook.redeliver({ delivery_id: waiting?.slice(from, from + MOST) ?? [] });
}
