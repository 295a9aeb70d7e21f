import type { Action, Actions } from '../action.js';
import type { Desk } from '../desk.js';
import type { KnownLine, KnownRecord } from '../known.js';
import { addition } from './documents.js';
import { drawDistinctLines, drawPlace } from './lines.js';

const MOST_ORDERS = 20;

const fieldsOf = (lines: readonly KnownLine[]) => ({
  item: lines.map(({ item_id, quantity }) => ({ item_id, quantity, cost: 3 })),
});

function add(desk: Desk) {
  if (desk.model.openRecords('purchase_order').length > MOST_ORDERS) return undefined;
  const location_id = drawPlace(desk);
  const lines = drawDistinctLines(desk).map((line) => ({ ...line, location_id }));
  return desk.addRecord('purchase_order', { location_id, ...fieldsOf(lines) }, { lines, closed: false });
}

const edit: Action = (desk) => {
  const { model, random } = desk;
  const order = desk.take(model.openRecords('purchase_order'));
  if (!order) return undefined;
  const location_id = order.lines[0]?.location_id;
  const drawn = random.chance(0.5)
    ? order.lines.map((line) => ({ ...line, quantity: line.quantity + random.between(0, 4) }))
    : drawDistinctLines(desk);
  const lines = drawn.map((line) => ({ ...line, location_id }));
  // It cannot ask for less than its receipts have brought.
  return desk.editRecord(
    order,
    fieldsOf(lines),
    { lines },
    { mayBe: model.receiptsOf(order).length ? ['in_use'] : [] },
  );
};

const close: Action = (desk) => {
  const order = desk.take(desk.model.openRecords('purchase_order'));
  const closed = !order?.closed;
  return order && desk.editRecord(order, { closed }, { closed });
};

const remove: Action = (desk) => {
  const order = desk.take(desk.model.openRecords('purchase_order'));
  return order && desk.deleteRecord(order, { mustBe: desk.model.receiptsOf(order).length ? 'in_use' : undefined });
};

const receive =
  (allow_over_receipt: boolean): Action =>
  (desk) => {
    const { model, random } = desk;
    const order = desk.take(model.openRecords('purchase_order').filter(({ closed }) => !closed));
    if (!order) return undefined;
    const some = random.shuffled(order.lines).slice(0, random.between(1, order.lines.length));
    const lines = random.chance(0.6)
      ? some.map((line) => ({ ...line, quantity: random.between(1, line.quantity), location_id: drawPlace(desk) }))
      : addition.draw(desk);
    const fields = { purchase_order_id: order.id, allow_over_receipt, ...addition.fields(lines, desk) };
    const isRefused = !allow_over_receipt && model.isOverReceipt(order, lines);
    const mustBe = isRefused ? 'invalid' : undefined;
    return desk.addRecord('addition', fields, { lines, purchase_order_id: order.id }, { mustBe });
  };

function takeReceipt(desk: Desk): readonly [receipt: KnownRecord, order: KnownRecord] | undefined {
  const orders = new Map(desk.model.openRecords('purchase_order').map((order) => [order.id, order]));
  const receipt = desk.take(
    desk.model.openRecords('addition').filter(({ purchase_order_id = 0 }) => orders.has(purchase_order_id)),
  );
  const order = receipt && desk.take([orders.get(receipt.purchase_order_id ?? 0) ?? receipt]);
  return order && [receipt, order];
}

const editReceipt: Action = (desk) => {
  const [receipt, order] = takeReceipt(desk) ?? [];
  if (!receipt || !order) return undefined;
  const lines = addition.draw(desk);
  const mayBe = [
    'insufficient_stock',
    ...(order.closed ? ['locked' as const] : []),
    ...(desk.model.isOverReceipt(order, lines, receipt) ? ['invalid' as const] : []),
  ] as const;
  return desk.editRecord(receipt, addition.fields(lines, desk), { lines }, { mayBe });
};

const deleteReceipt: Action = (desk) => {
  const [receipt] = takeReceipt(desk) ?? [];
  return receipt && desk.deleteRecord(receipt, { mayBe: ['insufficient_stock'] });
};

export const purchaseActions: Actions = {
  'add a purchase order': [10, add],
  'edit a purchase order': [7, edit],
  'close a purchase order, or reopen it': [5, close],
  'delete a purchase order': [5, remove],
  'receive what is ordered': [8, receive(false)],
  'receive more than is ordered': [5, receive(true)],
  'edit a receipt': [5, editReceipt],
  'delete a receipt': [4, deleteReceipt],
};
