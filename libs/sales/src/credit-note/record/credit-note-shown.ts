import { type CreditNote, type CreditNoteProduct, shownDate } from '@stockbook/contracts';
import { Big } from 'big.js';
import { unitCostOf } from '../../order/record/order-sums.js';
import type { CreditLineRecord, CreditNoteRecord } from './credit-note-records.js';

/** Tells whether its items go back to stock. */
export const restocks = ({
  restock,
  status_restocks,
}: Pick<CreditNoteRecord, 'restock' | 'status_restocks'>): boolean => restock || status_restocks;

export const toCreditNote = (row: CreditNoteRecord, lines: readonly CreditLineRecord[]): CreditNote => ({
  credit_note_id: row.credit_note_id,
  order_id: row.order_id,
  imported_order_id: row.imported_order_id,
  location_id: row.location_id,
  channel_id: row.channel_id,
  channel: row.channel,
  payment_method: row.payment_method,
  customer_id: row.customer_id,
  firstname: row.firstname,
  lastname: row.lastname,
  email: row.email,
  name: row.name,
  company: row.company,
  telephone: row.telephone,
  telephone_2: row.telephone_2,
  credit_note_status: row.credit_note_status,
  credit_note_status_id: row.credit_note_status_id,
  restock: restocks(row),
  currency: row.currency,
  currency_value: row.currency_value,
  total: row.total,
  totals: row.totals,
  allow_over_credit: row.allow_over_credit,
  cost: row.cost,
  comment: row.comment,
  locked: row.user_locked,
  date_added: shownDate(row.date_added),
  date_modified: shownDate(row.date_modified),
  revision: row.version,
  products: lines.map(toProduct),
});

const toProduct = (line: CreditLineRecord): CreditNoteProduct => ({
  credit_note_product_id: line.credit_note_product_id,
  order_product_id: line.order_product_id,
  item_id: line.item_id,
  thumb: line.thumb,
  name: line.name,
  model: line.model,
  sku: line.sku,
  quantity: line.quantity,
  price: line.price,
  total: line.total,
  cost: new Big(unitCostOf(line)).round(4).toNumber(),
  restocked: line.date_restocked !== null,
  date_restocked: shownDate(line.date_restocked),
});
