import { statement } from '@stockbook/persistence';
import type { StockKey } from './stock-key.js';

/** Pieces that orders give back may pass this limit. */
export const MAX_ON_HAND = 2_000_000_000;

/** At most this many waiting documents are counted. */
const COUNTED = 100;

/** SQL for the number of pieces that may be taken of a `stock` under the account's `policy`. */
export const TAKEABLE = `stock.on_hand - stock.reserved
  + CASE WHEN policy.allow_negative_stock THEN ${MAX_ON_HAND} ELSE 0 END`;

export const partsOfLine = (number: string, own: string, line = 'line'): string =>
  `(SELECT ${line}.item_id, ${own} AS ${number} WHERE ${line}.components IS NULL UNION ALL
    SELECT (part ->> 'item_id')::bigint, (part ->> '${number}')::int
    FROM jsonb_array_elements(${line}.components) part)`;

/** If several lines have one item, the first takes the held pieces, as in `OrderHolds`. */
export const MISSING = `line.wanted - line.taken - COALESCE((
  SELECT LEAST(line.wanted - line.taken, GREATEST(0, sum(part.held) - COALESCE((
    SELECT sum(earlier.wanted - earlier.taken) FROM inventory.stock_demand_line earlier
    WHERE earlier.account_id = line.account_id AND earlier.document = line.document
      AND earlier.document_id = line.document_id
      AND earlier.item_id = line.item_id AND earlier.location_id = line.location_id AND earlier.line_id < line.line_id
      AND earlier.taken < earlier.wanted
  ), 0)))
  FROM inventory.reservation JOIN inventory.reservation_line held USING (account_id, item_reservation_id)
  CROSS JOIN LATERAL ${partsOfLine('held', 'held.held', 'held')} part
  WHERE line.document = 'order' AND reservation.account_id = line.account_id AND reservation.order_id = line.document_id
    AND reservation.order_id <> 0 AND reservation.location_id = line.location_id AND reservation.date_deleted IS NULL
    AND part.item_id = line.item_id
  HAVING sum(part.held) > 0
), 0)`;

export const BACKORDERED = `inventory.stock_demand_line line
  WHERE line.account_id = key.account_id AND line.item_id = key.item_id
    AND line.location_id = key.location_id AND taken < wanted`;

/** Held lines pass the queue. Most stock has no piece reserved. */
export const HELD_IN_FULL = `${BACKORDERED} AND stock.reserved > 0 AND line.document = 'order' AND ${MISSING} = 0`;

/**
 * Returns SQL that is true if the waiting line may take all its pieces now. Its pieces are held for it, or they are
 * available and no older line waits for them. A line has one place in all its queues, so the oldest line of all is
 * never behind another.
 */
export const isServable = (waiting: string): string => `NOT EXISTS (
  SELECT FROM (
    SELECT line.*, ${MISSING} AS missing FROM inventory.stock_demand_line line
    WHERE line.account_id = ${waiting}.account_id AND line.document = ${waiting}.document
      AND line.document_id = ${waiting}.document_id AND line.line_id = ${waiting}.line_id AND line.taken < line.wanted
  ) part JOIN inventory.item_stock stock USING (account_id, item_id, location_id)
  LEFT JOIN inventory.stock_policy policy USING (account_id)
  WHERE part.missing > 0 AND (part.missing > ${TAKEABLE} OR policy.allow_negative_stock IS NOT TRUE AND EXISTS (
    SELECT FROM inventory.stock_demand_line older
    WHERE older.account_id = part.account_id AND older.item_id = part.item_id AND older.location_id = part.location_id
      AND older.taken < older.wanted AND older.place < part.place
  ))
)`;

/** Reads the queues without the given lines. The lock on the stock keeps others from beginning or ending a wait. */
export const QUEUES = statement(
  'queues_for_stock',
  `SELECT key.*, queue.oldest, queue.documents
   FROM unnest($1::int[], $2::bigint[], $3::bigint[]) AS key (account_id, item_id, location_id)
   CROSS JOIN LATERAL (
     SELECT min(place) AS oldest, count(DISTINCT (document, document_id))::int AS documents FROM (
       SELECT place, document, document_id
       FROM ${BACKORDERED} AND (line.account_id, line.document, line.document_id, line.line_id)
         NOT IN (SELECT * FROM unnest($4::int[], $5::text[], $6::bigint[], $7::bigint[]))
       ORDER BY place LIMIT ${COUNTED}
     ) line
   ) queue WHERE queue.oldest IS NOT NULL`,
);

export interface QueueRow extends StockKey {
  readonly oldest: number;
  readonly documents: number;
}

/** The place of a line that begins to wait: behind all others. */
export const LAST_PLACE = Number.POSITIVE_INFINITY;

/** The lines that wait for a stock: those stored, and those of the batch that came up short. */
export class Queue {
  private readonly ofBatch = new Set<string>();

  constructor(
    private oldest = LAST_PLACE,
    private readonly stored = 0,
  ) {}

  /** Lines come oldest first, so one of the batch that waits is older. */
  isAheadOf(place: number): boolean {
    return this.oldest < place || this.ofBatch.size > 0;
  }

  /** Counts the other documents that wait before a line that begins to wait; 0 for one that already waits. */
  documentsAheadOf(place: number, document: string): number {
    return place === LAST_PLACE ? this.stored + this.ofBatch.size - Number(this.ofBatch.has(document)) : 0;
  }

  add(place: number, document: string): void {
    this.oldest = Math.min(this.oldest, place);
    this.ofBatch.add(document);
  }
}
