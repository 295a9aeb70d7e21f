import type { ExpectedRecord } from '../load/journal.js';
import { ask, type Desk } from './desk.js';

/** Lines that wait for stock have nothing to give back, and pieces that are sold on are not there to be taken again. */
const NOT_THERE = ['insufficient_stock'] as const;
const TOO_MUCH = ['over_credited', 'over_credit', ...NOT_THERE] as const;

/** Credits pieces of an order by its lines or by an item, which may be on several lines. Its order does not change any more. */
export function creditOrder(desk: Desk): Promise<void> {
  const { api, model, random, token } = desk;
  const among = [...model.creditedOrders, ...model.livingOrders].filter(({ deducts }) => deducts);
  return model.holding(random, among, 1, async (order) => {
    const { item_id, quantity: most } = random.pick(order.lines);
    if (!item_id) return;
    order.isCredited = true;
    const comment = token();
    const lines = [{ item_id, quantity: random.between(1, most) }];
    const restock = random.between(0, 1);
    const allow_over_credit = random.chance(0.5);
    const input = { order_id: order.order_id, restock, allow_over_credit, comment, products: lines };
    const { reply } = await ask(desk, api.sale.credit_note.add, input, TOO_MUCH);
    if (!reply.error) model.addRecord('credit_note', reply.credit_note_id, comment, { lines });
  });
}

/** Takes the pieces of a credit note out of stock again, gives them back, credits fewer, or deletes it. */
export function changeCredit(desk: Desk): Promise<void> {
  const { model, random } = desk;
  const change = random.pick([toggleRestock, creditFewer, deleteCredit]);
  return model.holding(random, model.openRecords('credit_note'), 1, (note) => change(desk, note));
}

async function toggleRestock(desk: Desk, note: ExpectedRecord): Promise<void> {
  await edit(desk, note, { restock: desk.random.between(0, 1) });
}

async function creditFewer(desk: Desk, note: ExpectedRecord): Promise<void> {
  const lines = note.lines.map(({ item_id, quantity }) => ({ item_id, quantity: desk.random.between(1, quantity) }));
  if (await edit(desk, note, { products: lines })) note.lines = lines;
}

async function edit(desk: Desk, note: ExpectedRecord, fields: object): Promise<boolean> {
  const comment = desk.token();
  const input = { credit_note_id: note.id, comment, ...fields };
  const { reply } = await ask(desk, desk.api.sale.credit_note.edit, input, TOO_MUCH);
  if (!reply.error) note.token = comment;
  return !reply.error;
}

async function deleteCredit(desk: Desk, note: ExpectedRecord): Promise<void> {
  const { reply } = await ask(desk, desk.api.sale.credit_note.delete, { credit_note_id: note.id }, NOT_THERE);
  if (!reply.error) note.deleted = true;
}
