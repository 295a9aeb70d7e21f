import { stockArrived } from '@stockbook/contracts';
import { outboxRow, publishAll } from '@stockbook/messaging';
import { statement, type Tx } from '@stockbook/persistence';
import { keyColumnsOf, type StockKey } from './locked-stock.js';
import { forList } from './list-plan.js';
import { BACKORDERED, HELD_IN_FULL, isServable } from './queue.js';

const ANNOUNCE = statement(
  'announce_arrivals',
  `WITH wanted AS (
     SELECT stock.account_id, stock.item_id, array_agg(stock.location_id ORDER BY stock.location_id) AS location_ids
     FROM (SELECT DISTINCT *
       FROM unnest($1::int[], $2::bigint[], $3::bigint[]) AS key (account_id, item_id, location_id)) key
     JOIN inventory.item_stock stock USING (account_id, item_id, location_id)
     CROSS JOIN LATERAL (SELECT line.* FROM ${BACKORDERED} ORDER BY place LIMIT 1) head
     WHERE ${isServable('head')}
       OR EXISTS (SELECT FROM (SELECT line.* FROM ${HELD_IN_FULL}) held WHERE ${isServable('held')})
     GROUP BY stock.account_id, stock.item_id
   )
   UPDATE inventory.item_cost cost SET version = cost.version + 1 FROM wanted
   WHERE cost.account_id = wanted.account_id AND cost.item_id = wanted.item_id
   RETURNING cost.account_id, cost.item_id, cost.version, wanted.location_ids`,
);

interface WantedRow {
  readonly account_id: number;
  readonly item_id: number;
  readonly version: number;
  readonly location_ids: number[];
}

/** Call this with the stock locked whenever more is available or held, or a line no longer waits. */
export async function announceArrivals(tx: Tx, keys: readonly StockKey[]): Promise<void> {
  if (!keys.length) return;
  const wanted = await tx.query<WantedRow>(forList(ANNOUNCE, keys.length), keyColumnsOf(keys));
  publishAll(
    tx,
    wanted.map(({ account_id, item_id, location_ids, version }) =>
      outboxRow(stockArrived, { item_id, location_ids }, version, account_id),
    ),
  );
}
