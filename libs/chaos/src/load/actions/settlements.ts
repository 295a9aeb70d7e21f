import type { Desk } from '../desk.js';
import type { ExpectedLine, ExpectedOrder, ExpectedRecord, Write } from '../journal.js';

/** An order line that waits for stock has nothing to give back, and pieces that are sold on are not there to be taken again. */
const NOT_THERE = ['insufficient_stock'] as const;

export function settlement(desk: Desk): Write | undefined {
  const { random } = desk;
  const note = random.chance(0.55) ? desk.take(desk.openRecords('credit_note')) : undefined;
  if (note) return random.chance(0.3) ? desk.deleteRecord(note, NOT_THERE) : editCreditNote(desk, note);
  const settled = random.chance(0.5) ? desk.take(desk.settledOrders) : undefined;
  const order = settled ?? desk.take(desk.openOrders.filter(({ deducts }) => deducts));
  if (!order) return undefined;
  order.isSettled = true;
  return random.chance(0.2) ? payOut(desk, order) : addCreditNote(desk, order);
}

/** Names a line of its order, or the item, which may be on several lines. More may be credited than was sold and paid. */
function addCreditNote(desk: Desk, { order_id, lines: sold, line_ids }: ExpectedOrder): Write {
  const { random } = desk;
  const at = random.between(0, sold.length - 1);
  const { item_id = 0, quantity: most = 1 } = sold[at] ?? {};
  const lines: ExpectedLine[] = [{ item_id, quantity: random.between(1, most) }];
  const name = random.chance(0.5) ? { order_product_id: line_ids[at] } : { item_id };
  const products = lines.map(({ quantity }) => ({ ...name, quantity }));
  const fields = { order_id, restock: random.between(0, 1), allow_over_credit: random.chance(0.5), products };
  return desk.addRecord('credit_note', fields, { lines }, ['over_credited', 'over_credit', ...NOT_THERE]);
}

/** Gives the items of a credit note back to stock, or takes them out of it again. */
function editCreditNote(desk: Desk, note: ExpectedRecord): Write {
  return desk.editRecord(note, { restock: desk.random.between(0, 1) }, {}, NOT_THERE);
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
