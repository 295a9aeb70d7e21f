import { type CallOf, type Event, locationChanged, orderLocation, type PayloadOf } from '@stockbook/contracts';
import { Db, statement, type Tx } from '@stockbook/persistence';
import { Consumes, Handles, MOST_NAMED, type ReferrerRow, referrersOf } from '@stockbook/service';
import { Controller, Injectable } from '@nestjs/common';

const HOLD = statement('hold_location', 'SELECT sales.hold_location($1, $2) AS is_open');

const LOCK = statement('lock_location', 'SELECT pg_advisory_xact_lock(sales.location_lock($1, $2))');

/** Looks back as far as Kafka keeps events; inventory knows which older orders wait. */
const WANTING = statement(
  'orders_wanting_stock_at',
  `SELECT order_id AS id, '' AS name, count(*) OVER ()::int AS total FROM sales.sale_order sale
   WHERE account_id = $1 AND location_id = $2 AND deducts AND date_deleted IS NULL
     AND date_modified > now() - interval '7 days'
     AND EXISTS (
       SELECT FROM sales.sale_order_product line
       WHERE line.account_id = $1 AND line.order_id = sale.order_id AND line.date_deleted IS NULL
         AND line.item_id > 0 AND line.taken < line.quantity
     )
   ORDER BY order_id LIMIT ${MOST_NAMED}`,
);

/** Returns SQL for credit notes whose stock has not come back yet, or not been taken out again; deleted ones too. */
export const movingNotes = (ofNote: string, ofLine: string): string =>
  `SELECT credit_note_id AS id, '' AS name, count(*) OVER ()::int AS total FROM sales.sale_credit_note note
   WHERE account_id = $1 AND ${ofNote} AND date_modified > now() - interval '7 days'
     AND EXISTS (
       SELECT FROM sales.sale_credit_note_product line
       WHERE line.account_id = $1 AND line.credit_note_id = note.credit_note_id AND ${ofLine}
         AND line.taken <> CASE WHEN (restock OR status_restocks)
           AND note.date_deleted IS NULL AND line.date_deleted IS NULL
           THEN -line.quantity ELSE 0 END
     )
   ORDER BY credit_note_id LIMIT ${MOST_NAMED}`;
const GIVING = statement('credit_notes_moving_stock_at', movingNotes('location_id = $2', 'line.item_id > 0'));

const CLOSE = statement(
  'close_location',
  `INSERT INTO sales.closed_location AS closed (account_id, location_id, date_expire)
   VALUES ($1, $2, clock_timestamp() + interval '30 seconds')
   ON CONFLICT (account_id, location_id) DO UPDATE
   SET date_expire = CASE WHEN closed.date_expire IS NOT NULL THEN excluded.date_expire END`,
);

const CLOSE_FOR_EVER = statement(
  'close_locations_for_ever',
  `INSERT INTO sales.closed_location (account_id, location_id)
   SELECT * FROM unnest($1::int[], $2::bigint[]) AS deleted (account_id, location_id) ORDER BY account_id, location_id
   ON CONFLICT (account_id, location_id) DO UPDATE SET date_expire = NULL`,
);

/** Keeps a location from being deleted until the transaction's end; false when it is deleted or being deleted. */
export async function holdLocation(tx: Tx, location_id: number): Promise<boolean> {
  const [held] = await tx.query<{ is_open: boolean }>(HOLD, [tx.account_id, location_id]);
  return held?.is_open ?? false;
}

@Controller()
export class OrderLocationHandlers {
  constructor(private readonly db: Db) {}

  /** Waits for the orders and credit notes that are being written at the location, and keeps further ones away. */
  @Handles(orderLocation.close)
  close(call: CallOf<typeof orderLocation.close>) {
    return this.db.transact(call, async (tx) => {
      const key = [tx.account_id, call.input.location_id];
      await tx.query(LOCK, key);
      const orders = referrersOf(await tx.query<ReferrerRow>(WANTING, key));
      const credit_notes = referrersOf(await tx.query<ReferrerRow>(GIVING, key));
      if (!orders.total && !credit_notes.total) await tx.query(CLOSE, key);
      return { orders, credit_notes };
    });
  }
}

@Injectable()
export class ClosedLocations {
  @Consumes(locationChanged)
  async onLocationChanged(events: readonly Event<PayloadOf<typeof locationChanged>>[], tx: Tx): Promise<void> {
    const deleted = events.filter(({ payload }) => payload.change === 'deleted');
    const keys = [deleted.map(({ account_id }) => account_id), deleted.map(({ aggregate_id }) => aggregate_id)];
    if (deleted.length) await tx.query(CLOSE_FOR_EVER, keys);
  }
}
