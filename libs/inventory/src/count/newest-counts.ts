import { statement, statementTime, type Tx } from '@stockbook/persistence';
import type { StockLine } from '../ledger/movement.js';

const RECORD = statement(
  'record_counts',
  `INSERT INTO inventory.newest_count (account_id, item_id, location_id, seq, date_counted)
   SELECT account_id, item_id, location_id, seq, ${statementTime()}
   FROM unnest($2::bigint[], $3::bigint[]) AS key (item_id, location_id)
   JOIN inventory.item_stock USING (item_id, location_id) WHERE account_id = $1
   ON CONFLICT (account_id, item_id, location_id)
   DO UPDATE SET seq = excluded.seq, date_counted = excluded.date_counted`,
);

/** Call this after the movement of the stock: earlier counts then change it no more. */
export function recordCounts(tx: Tx, counted: readonly Pick<StockLine, 'item_id' | 'location_id'>[]): void {
  if (!counted.length) return;
  const columns = [counted.map(({ item_id }) => item_id), counted.map(({ location_id }) => location_id)];
  tx.send(RECORD, [tx.account_id, ...columns]);
}
