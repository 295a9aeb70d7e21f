import type { RunSql } from './system/run-sql.js';

/** The time from the event of an order, as its transaction wrote it, to its rows of the flow, in milliseconds. */
export interface FlowLatency {
  readonly orders: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly max_ms: number;
}

/** In accounts whose stock may be below zero, no order waits for stock. */
const LATENCY = `WITH settled AS (
    SELECT extract(epoch FROM min(flow.date_added) - event.created_at) * 1000 AS took_ms
    FROM sales.outbox_archive event
    JOIN inventory.item_flow flow ON flow.account_id = event.account_id
      AND flow.document = 'order' AND flow.document_id = event.aggregate_id
      AND flow.document_version = (event.payload->'demand'->>'version')::bigint
    WHERE event.topic = 'sale.order' AND event.account_id = ANY ($1::int[]) AND event.created_at > $2
    GROUP BY event.event_id, event.created_at
  )
  SELECT count(*)::int AS orders, COALESCE(percentile_disc(0.5) WITHIN GROUP (ORDER BY took_ms), 0)::float8 AS p50_ms,
    COALESCE(percentile_disc(0.99) WITHIN GROUP (ORDER BY took_ms), 0)::float8 AS p99_ms,
    COALESCE(max(took_ms), 0)::float8 AS max_ms
  FROM settled`;

/** Measures orders whose event was written since a time. */
export async function flowLatency(run: RunSql, accounts: readonly number[], since: Date): Promise<FlowLatency> {
  const [found] = await run<FlowLatency>(LATENCY, [accounts, since]);
  if (!found) throw new Error('There is no latency.');
  return found;
}
