import type { ExpectedLine, ExpectedOrder, ExpectedRecord, Write } from '../journal.js';
import { addRecord, changeRecord, type Desk, type Keep, writeOf } from './desk.js';

const PATH = 'sale/credit_note';
const KEY = 'credit_note_id';
/** An order line that waits for stock has nothing to give back. */
const NOT_TAKEN = ['insufficient_stock'] as const;

/** Credits a line of an order that is not changed any more. More credit notes may come than pieces were sold. */
export function addCreditNote(desk: Desk, order: ExpectedOrder, keep: Keep<ExpectedRecord>): Write {
  const { random } = desk;
  const token = desk.token();
  const at = random.between(0, order.lines.length - 1);
  const { item_id = 0, quantity: sold = 1 } = order.lines[at] ?? {};
  const lines: ExpectedLine[] = [{ item_id, quantity: random.between(1, sold) }];
  const products = lines.map(({ quantity }) => ({ order_product_id: order.line_ids[at], quantity }));
  const restock = random.between(0, 1);
  const body = { order_id: order.order_id, comment: token, restock, products };
  const made = { service: 'sales', path: `${PATH}/add`, body, mayBe: ['over_credited', ...NOT_TAKEN] } as const;
  return addRecord(desk, made, { kind: 'credit_note', key: KEY, token, lines }, keep);
}

/** Gives the items of a credit note back to stock, or takes them out of it again. */
export function editCreditNote(desk: Desk, record: ExpectedRecord, keep: Keep<ExpectedRecord>): Write {
  const token = desk.token();
  const body = { [KEY]: record.id, comment: token, restock: desk.random.between(0, 1) };
  const kept = () => keep(record);
  return changeRecord(
    desk,
    { service: 'sales', path: `${PATH}/edit`, body, mayBe: NOT_TAKEN },
    kept,
    () => (record.token = token),
  );
}

export function deleteCreditNote(desk: Desk, record: ExpectedRecord, keep: Keep<ExpectedRecord>): Write {
  const made = { service: 'sales', path: `${PATH}/delete`, body: { [KEY]: record.id } } as const;
  return writeOf(desk, made, { done: () => (record.deleted = true), refused: () => keep(record) });
}

/** Records a payout, which locks its order for good. */
export function payOut(desk: Desk, order: ExpectedOrder, keep: Keep<ExpectedOrder>): Write {
  const { account, journal } = desk;
  const { account_id } = account;
  const reference = desk.token();
  const payout = {
    reference,
    order_id: order.order_id,
    name: 'Sales',
    amount: 10,
    currency: 'USD',
    date: '2026-03-01',
  };
  const body = { channel_id: order.channel_id, payouts: [payout] };
  const made = { service: 'sales', path: 'extension/report/channel_payout/add', body } as const;
  const kept = () => keep(order);
  return changeRecord(desk, made, kept, () => {
    journal.entries.push({ account_id, of: 'payout', token: reference });
    order.version++;
  });
}
