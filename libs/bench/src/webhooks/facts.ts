import type { MeasuredSystem } from '../system/system.js';

/** Facts to commit: so many records with so many changes each. */
export interface FactPlan {
  readonly account_id: number;
  readonly records: number;
  readonly changes: number;
}

/** Commits facts of orders that there are not, after the last whole one: the way from the outbox on is measured alone. */
export async function commitFacts(
  { database }: MeasuredSystem,
  { account_id, records, changes }: FactPlan,
): Promise<void> {
  await database.query(
    `INSERT INTO sales.outbox (event_id, account_id, topic, name, version, aggregate_id, sequence, payload)
     SELECT gen_random_uuid(), account_id, topic, name, version, 1000000000 + record + (SELECT coalesce(max(outbox_id), 0) FROM sales.outbox_archive),
       change, (payload::jsonb - 'demand')::json
     FROM (
       SELECT * FROM sales.outbox_archive WHERE account_id = $1 AND topic = 'sale.order' AND payload -> 'record' IS NOT NULL
       ORDER BY created_at DESC LIMIT 1
     ) last, generate_series(1, $3::int) change, generate_series(1, $2::int) record ORDER BY change, record`,
    [account_id, records, changes],
  );
}
