import type { Fault } from '@stockbook/contracts';
import { groupBy, statement, type Tx } from '@stockbook/persistence';
import { inUse, MOST_NAMED, type ReferrerRow, referrersOf } from '@stockbook/service';
import { Big } from 'big.js';
import type { OrderProductRow } from '../record/order-product.entity.js';
import type { OrderRow } from '../record/order.entity.js';
import { type Credited, creditedTotalOf } from './credited-lines.js';

export type CreditedOrder = Pick<OrderRow, 'order_id' | 'deducts'>;
type WantingLine = Pick<OrderProductRow, 'order_product_id' | 'short'>;

interface NoteOfOrder extends ReferrerRow {
  readonly order_id: number;
}

const notesOf = statement(
  'credit_notes_of_orders',
  `SELECT order_id, id, '' AS name, total FROM (
     SELECT order_id, credit_note_id AS id, count(*) OVER notes::int AS total,
       row_number() OVER (notes ORDER BY credit_note_id) AS place
     FROM sales.sale_credit_note WHERE account_id = $1 AND order_id = ANY ($2) AND date_deleted IS NULL
     WINDOW notes AS (PARTITION BY order_id)
   ) ranked WHERE place <= ${MOST_NAMED} ORDER BY order_id, id`,
);
const restockingOf = statement(
  'restocking_credit_notes_of_order',
  `SELECT credit_note_id AS id, '' AS name, count(*) OVER ()::int AS total FROM sales.sale_credit_note
   WHERE account_id = $1 AND order_id = $2 AND date_deleted IS NULL AND (restock OR status_restocks)
   ORDER BY credit_note_id LIMIT ${MOST_NAMED}`,
);
const deductionOf = statement(
  'deduction_of_order',
  'SELECT order_id, deducts FROM sales.sale_order WHERE account_id = $1 AND order_id = $2 FOR SHARE',
);
const wantingLines = statement(
  'wanting_lines_of_order',
  `SELECT order_product_id, short FROM sales.sale_order_product
   WHERE account_id = $1 AND order_id = $2 AND order_product_id = ANY ($3) AND item_id > 0 AND taken < quantity
   ORDER BY order_product_id`,
);
/** Returns why locked orders cannot be deleted: they would give back what credit notes have given back. */
export async function creditNoteUses(tx: Tx, order_ids: readonly number[]): Promise<Fault[]> {
  const found = groupBy(await tx.query<NoteOfOrder>(notesOf, [tx.account_id, order_ids]), ({ order_id }) => order_id);
  return [...found].flatMap(([order_id, notes]) =>
    inUse('order_id', `Order ${order_id} is still credited by`, 'credit note', referrersOf(notes)),
  );
}

/** Returns why a locked order cannot change its currency: the amounts of its credit notes are in it. */
export async function currencyUses(tx: Tx, order_id: number): Promise<Fault[]> {
  const notes = referrersOf(await tx.query<NoteOfOrder>(notesOf, [tx.account_id, [order_id]]));
  return inUse('currency', `The currency of order ${order_id} is that of`, 'credit note', notes);
}

/** Returns why a locked order cannot have a lower total: its credit notes, but those of goodwill, would exceed it. */
export async function loweredTotalFaults(tx: Tx, order_id: number, total: number): Promise<Fault[]> {
  const credited = new Big((await creditedTotalOf(tx, order_id)).bounded);
  if (credited.lte(total)) return [];
  const message = `Credit notes of order ${order_id} add up to ${credited.toFixed()}, so its total cannot be ${total}.`;
  return [{ code: 'over_credit', field: 'total', message }];
}

/** Returns why a locked order cannot give back its stock: credit notes have given back some of it. */
export async function restockUses(tx: Tx, order_id: number): Promise<Fault[]> {
  const notes = referrersOf(await tx.query<ReferrerRow>(restockingOf, [tx.account_id, order_id]));
  return inUse('order_status_id', `Stock of order ${order_id} is already given back by`, 'credit note', notes);
}

/** Holds the order of a credit note (0 for none) as it is. This lock comes before any on the credit note. */
export async function holdOrder(tx: Tx, order_id: number): Promise<CreditedOrder | undefined> {
  if (!order_id) return undefined;
  const [order] = await tx.query<CreditedOrder>(deductionOf, [tx.account_id, order_id]);
  return order;
}

/** Returns why a credit note cannot give back these lines to stock: its order, which is held, has not taken them. */
export async function restockFaults(
  tx: Tx,
  order: CreditedOrder | undefined,
  lines: readonly Pick<Credited, 'order_product_id'>[],
): Promise<Fault[]> {
  if (!order || !lines.length) return [];
  const { order_id, deducts } = order;
  if (!deducts) {
    const message = `Order ${order_id} takes no stock in its status, so a credit note gives none of it back.`;
    return [{ code: 'locked', field: 'restock', message }];
  }
  const ids = lines.map(({ order_product_id }) => order_product_id);
  const found = await tx.query<WantingLine>(wantingLines, [tx.account_id, order_id, ids]);
  return found.map(({ order_product_id, short }) => ({
    code: 'insufficient_stock',
    field: 'restock',
    message:
      `Order product ${order_product_id} ${short ? `is short of ${short} pieces` : 'still waits for its stock'}, ` +
      'so a credit note gives none of it back.',
  }));
}

/** Returns why an order cannot have these lines: credit notes credit more. */
export function creditFaults(
  lines: readonly { readonly order_product_id: number; readonly quantity: number }[],
  credited: readonly Credited[],
): Fault[] {
  return credited.flatMap(({ order_product_id, quantity }) => {
    const kept = lines.find((line) => line.order_product_id === order_product_id)?.quantity ?? 0;
    if (kept >= quantity) return [];
    const message =
      `Order product ${order_product_id} is credited ${quantity} times, ` + `so the order cannot have ${kept} of it.`;
    return [{ code: 'over_credited', field: 'products', message }];
  });
}
