import type { Event, StockArrival } from '@stockbook/contracts';
import { groupBy, statement, type Tx } from '@stockbook/persistence';
import { OrderHolds } from '../reservation/order-holds.js';
import type { Reservations } from '../reservation/reservations.js';
import { announceArrivals } from '../ledger/arrivals.js';
import { forList } from '../ledger/list-plan.js';
import { documentColumnsOf, keyColumnsOf, LockedStock } from '../ledger/locked-stock.js';
import { BACKORDERED, HELD_IN_FULL, MISSING, TAKEABLE } from '../ledger/queue.js';
import { documentName, type Entry, type Head, moveEntries, recordEntries } from './settlement.js';

/** At most this many lines are settled at a time; an event of its own brings the rest. */
const BATCH = 1_000;

/** Locks documents that would fit. The stock's lock shows whether they do: an older one may come to wait. */
const CLAIM = statement(
  'claim_backordered',
  `WITH key AS (
     SELECT DISTINCT * FROM unnest($1::int[], $2::bigint[], $3::bigint[]) AS key (account_id, item_id, location_id)
   ), backordered AS (
     SELECT key.account_id, line.document, line.document_id, line.place, ${TAKEABLE} AS takeable,
       sum(line.missing) OVER (PARTITION BY account_id, item_id, location_id ORDER BY line.place) AS missing
     FROM key JOIN inventory.item_stock stock USING (account_id, item_id, location_id)
     LEFT JOIN inventory.stock_policy policy USING (account_id)
     CROSS JOIN LATERAL (
       SELECT document, document_id, place, ${MISSING} AS missing FROM ${BACKORDERED} ORDER BY place LIMIT ${BATCH}
     ) line
   ), claimed AS (
     SELECT account_id, document, document_id FROM (
       SELECT account_id, document, document_id, place FROM backordered WHERE missing <= takeable
       UNION ALL SELECT key.account_id, line.document, line.document_id, line.place
       FROM key JOIN inventory.item_stock stock USING (account_id, item_id, location_id)
       CROSS JOIN LATERAL (SELECT document, document_id, place FROM ${HELD_IN_FULL}) line
     ) served GROUP BY account_id, document, document_id ORDER BY min(place) LIMIT ${BATCH}
   )
   SELECT account_id, document, document_id, version, user_id, username FROM inventory.stock_demand
   WHERE (account_id, document, document_id) IN (SELECT account_id, document, document_id FROM claimed)
   ORDER BY account_id, document_id, document FOR UPDATE`,
);

/** All entries of the lines that wait: the answer is about whole lines. */
const LINES = statement(
  'backordered_lines',
  `SELECT account_id, document, document_id, line_id, item_id, location_id, wanted, taken, per_unit, value,
     CASE WHEN taken < wanted THEN place END AS place
   FROM unnest($4::int[], $5::text[], $6::bigint[]) AS claimed (account_id, document, document_id)
   JOIN inventory.stock_demand_line line USING (account_id, document, document_id)
   WHERE EXISTS (
     SELECT FROM inventory.stock_demand_line other
     WHERE other.account_id = line.account_id AND other.document = line.document
       AND other.document_id = line.document_id AND other.line_id = line.line_id AND other.taken < other.wanted
       AND (other.account_id, other.item_id, other.location_id)
         IN (SELECT * FROM unnest($1::int[], $2::bigint[], $3::bigint[]))
   )
   ORDER BY line_id`,
);

/** The first line that does not fit ends it; a line whose pieces are all held waits behind none. */
export async function settleBackordered(
  tx: Tx,
  events: readonly Event<StockArrival>[],
  reservations: Reservations,
): Promise<void> {
  const keys = events.flatMap(({ account_id, payload: { item_id, location_ids } }) =>
    location_ids.map((location_id) => ({ account_id, item_id, location_id })),
  );
  const heads = await tx.query<Head>(forList(CLAIM, keys.length), keyColumnsOf(keys));
  if (!heads.length) return;
  const values = [...keyColumnsOf(keys), ...documentColumnsOf(heads)];
  const lines = await tx.query<Entry>(forList(LINES, heads.length), values);
  const entries = groupBy(lines, documentName);
  const holds = await OrderHolds.of(tx, reservations, heads);
  const stock = await LockedStock.of(tx, [...keys, ...lines], lines);
  const documents = heads.map((head) => ({ head, entries: entries.get(documentName(head)) ?? [] }));
  const settled = moveEntries(tx, documents, stock, holds)
    .map(({ head, entries }) => ({ head, entries: ofMovedLines(entries) }))
    .filter(({ entries }) => entries.length);
  await recordEntries(tx, settled, stock);
  await holds.write(tx);
  await announceArrivals(tx, [...keys, ...lines, ...stock.openings]);
}

function ofMovedLines<E extends Pick<Entry, 'line_id'> & { readonly is_moved: boolean }>(entries: readonly E[]): E[] {
  const moved = new Set(entries.filter(({ is_moved }) => is_moved).map(({ line_id }) => line_id));
  return entries.filter(({ line_id }) => moved.has(line_id));
}
