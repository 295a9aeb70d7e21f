import { type CallOf, orderItem, Refused } from '@stockbook/contracts';
import { Db, statement, type Tx } from '@stockbook/persistence';
import { Handles, MOST_NAMED, type ReferrerRow, referrersOf } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import type { SaleLineRow } from '../document/sale-document.entity.js';
import { movingNotes } from '../location/closed-locations.js';

type Line = Pick<SaleLineRow, 'item_id' | 'components' | 'quantity' | 'taken'>;

const HOLD = statement('hold_items', 'SELECT item_id, becomes_bundle FROM sales.hold_items($1, $2, $3)');
const LOCK = statement('lock_items_of_lines', 'SELECT pg_advisory_xact_lock(sales.items_lock($1))');

export const shownItems = (lines: readonly Line[]): [item_ids: number[], bundles: boolean[]] => {
  const named = lines.filter(({ item_id, taken, quantity }) => item_id > 0 && taken < quantity);
  return [named.map(({ item_id }) => item_id), named.map(({ components }) => components !== null)];
};

/** Finds orders that may still take the item; also those that inventory has not seen yet. */
const OPEN = statement(
  'open_orders_of_item',
  `SELECT order_id AS id, '' AS name, count(*) OVER ()::int AS total
   FROM sales.sale_order_product line JOIN sales.sale_order sale USING (account_id, order_id)
   WHERE account_id = $1 AND line.item_id = $2 AND line.date_deleted IS NULL AND line.taken < line.quantity
     AND sale.date_deleted IS NULL AND (sale.deducts OR NOT sale.voids)
   GROUP BY order_id ORDER BY order_id LIMIT ${MOST_NAMED}`,
);
const MOVING = statement('credit_notes_moving_item', movingNotes('true', 'line.item_id = $2'));

const CLOSE = statement(
  'close_item',
  `INSERT INTO sales.changing_item (account_id, item_id, bundle, date_expire)
   VALUES ($1, $2, $3, clock_timestamp() + interval '30 seconds')
   ON CONFLICT (account_id, item_id) DO UPDATE SET bundle = excluded.bundle, date_expire = excluded.date_expire`,
);
const REOPEN = statement(
  'open_item',
  'DELETE FROM sales.changing_item WHERE account_id = $1 AND item_id = $2 AND bundle = $3',
);

interface Changing {
  readonly item_id: number;
  readonly becomes_bundle: boolean;
}

/** Refuses while an item is just becoming something else. */
export async function holdItems(tx: Tx, lines: readonly Line[]): Promise<void> {
  const shown = shownItems(lines);
  if (!shown[0].length) return;
  const changing = await tx.query<Changing>(HOLD, [tx.account_id, ...shown]);
  Refused.ifAny(
    changing.map(({ item_id, becomes_bundle }) => {
      const change = becomes_bundle ? 'becoming a bundle' : 'ceasing to be a bundle';
      return { code: 'unavailable', message: `Item ${item_id} is just ${change}: repeat the request.` };
    }),
  );
}

@Controller()
export class OrderItemHandlers {
  constructor(private readonly db: Db) {}

  /** Waits for the lines that are being written, and keeps further ones away that show what the item was. */
  @Handles(orderItem.close)
  close(call: CallOf<typeof orderItem.close>) {
    return this.db.transact(call, async (tx) => {
      const { item_id, bundle } = call.input;
      await tx.query(LOCK, [tx.account_id]);
      const [orders, credit_notes] = await Promise.all([
        tx.query<ReferrerRow>(OPEN, [tx.account_id, item_id]),
        tx.query<ReferrerRow>(MOVING, [tx.account_id, item_id]),
      ]);
      if (!orders.length && !credit_notes.length) tx.send(CLOSE, [tx.account_id, item_id, bundle]);
      return { orders: referrersOf(orders), credit_notes: referrersOf(credit_notes) };
    });
  }

  @Handles(orderItem.open)
  open(call: CallOf<typeof orderItem.open>) {
    return this.db.transact(call, async (tx) => {
      const { item_id, bundle } = call.input;
      tx.send(REOPEN, [tx.account_id, item_id, bundle]);
      return {};
    });
  }
}
