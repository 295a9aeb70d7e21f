import type { Desk } from '../desk.js';
import type { ExpectedLine, ExpectedOrder, ExpectedRecord, Write } from '../journal.js';

/** An order line that waits for stock has nothing to give back. */
const NOT_TAKEN = ['insufficient_stock'] as const;

export function settlement(desk: Desk): Write | undefined {
  const { random } = desk;
  const note = random.chance(0.55) ? desk.take(desk.openRecords('credit_note')) : undefined;
  if (note) return random.chance(0.3) ? desk.deleteRecord(note) : editCreditNote(desk, note);
  const settled = random.chance(0.5) ? desk.take(desk.settledOrders) : undefined;
  const order = settled ?? desk.take(desk.openOrders.filter(({ deducts }) => deducts));
  if (!order) return undefined;
  order.isSettled = true;
  return random.chance(0.2) ? payOut(desk, order) : addCreditNote(desk, order);
}

/** More pieces may be credited than were sold. */
function addCreditNote(desk: Desk, { order_id, lines: sold, line_ids }: ExpectedOrder): Write {
  const { random } = desk;
  const at = random.between(0, sold.length - 1);
  const { item_id = 0, quantity: most = 1 } = sold[at] ?? {};
  const lines: ExpectedLine[] = [{ item_id, quantity: random.between(1, most) }];
  const products = lines.map(({ quantity }) => ({ order_product_id: line_ids[at], quantity }));
  const fields = { order_id, restock: random.between(0, 1), allow_over_credit: true, products };
  return desk.addRecord('credit_note', fields, { lines }, ['over_credited', ...NOT_TAKEN]);
}

/** Gives the items of a credit note back to stock, or takes them out of it again. */
function editCreditNote(desk: Desk, note: ExpectedRecord): Write {
  return desk.editRecord(note, { restock: desk.random.between(0, 1) }, {}, NOT_TAKEN);
}

/** Records a payout, which locks its order for good. */
function payOut(desk: Desk, order: ExpectedOrder): Write {
  const { account_id, channel_id, order_id } = order;
  const reference = desk.token();
  const payout = { reference, order_id, name: 'Sales', amount: 10, currency: 'USD', date: '2026-03-01' };
  const done = () => {
    desk.journal.entries.push({ account_id, of: 'payout', token: reference });
    order.version++;
  };
  return desk.write('extension/report/channel_payout/add', { channel_id, payouts: [payout] }, { done });
}
