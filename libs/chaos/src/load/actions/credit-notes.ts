import type { FaultCode } from '@stockbook/contracts';
import type { Action, Actions } from '../action.js';
import type { Desk } from '../desk.js';
import type { KnownLine, KnownOrder, KnownRecord } from '../known.js';
import { pieces } from './lines.js';

/** A line that waits for stock has nothing to give back, and pieces that are sold on cannot be taken again. */
const NOT_THERE = ['insufficient_stock'] as const;

/** Credits pieces of some items of an order, or of one of its lines; an item may be on several lines. */
const add =
  (allow_over_credit: boolean): Action =>
  (desk) => {
    const { model, random } = desk;
    const order = desk.take(model.orders.filter(({ deleted, deducts }) => !deleted && deducts));
    const sold = order?.lines.filter(({ item_id }) => item_id > 0) ?? [];
    if (!order || !sold.length) return undefined;
    const isByLine = random.chance(0.4);
    const some = random.shuffled(sold).slice(0, isByLine ? 1 : random.between(1, sold.length));
    const restock = random.chance(0.6);
    const lines = [...new Map(some.map((line) => [line.item_id, line])).values()].map(({ item_id, quantity }) => {
      return { item_id, quantity: random.between(1, quantity), location_id: order.location_id, restock };
    });
    const products = isByLine
      ? lines.map(({ quantity }) => ({ order_product_id: order.line_ids[order.lines.indexOf(some[0]!)], quantity }))
      : pieces(lines);
    const fields = { order_id: order.order_id, restock: Number(restock), allow_over_credit, products };
    const mustBe = model.isOverCredit(order, lines) ? 'over_credited' : undefined;
    const mayBe: FaultCode[] = [
      ...NOT_THERE,
      ...(isByLine ? (['over_credited'] as const) : []),
      ...(allow_over_credit ? [] : (['over_credit'] as const)),
    ];
    return desk.addRecord('credit_note', fields, { lines, order_id: order.order_id }, { mayBe, mustBe });
  };

const change =
  (work: (desk: Desk, note: KnownRecord, order: KnownOrder) => ReturnType<Action>): Action =>
  (desk) => {
    const { model } = desk;
    const free = new Map(model.held.free(model.orders).map((order) => [order.order_id, order]));
    const note = desk.take(model.openRecords('credit_note').filter(({ order_id = 0 }) => free.has(order_id)));
    const order = note && free.get(note.order_id ?? 0);
    return order && desk.take([order]) && work(desk, note, order);
  };

/** The order may no longer deduct, or its total may be below the credits of all notes. */
const refusals = ({ deducts }: KnownOrder): FaultCode[] => [
  ...NOT_THERE,
  'over_credit',
  ...(deducts ? [] : (['locked'] as const)),
];

function creditFewer(desk: Desk, note: KnownRecord, order: KnownOrder) {
  const lines = note.lines.map((line) => ({ ...line, quantity: desk.random.between(1, line.quantity) }));
  return desk.editRecord(note, { products: pieces(lines) }, { lines }, { mayBe: refusals(order) });
}

function toggleRestock(desk: Desk, note: KnownRecord, order: KnownOrder) {
  const restock = !note.lines[0]?.restock;
  const lines = note.lines.map((line): KnownLine => ({ ...line, restock }));
  return desk.editRecord(note, { restock: Number(restock) }, { lines }, { mayBe: refusals(order) });
}

const remove = (desk: Desk, note: KnownRecord) => desk.deleteRecord(note, { mayBe: NOT_THERE });

export const creditActions: Actions = {
  'credit pieces of an order': [8, add(false)],
  'credit pieces of an order, whatever they cost': [8, add(true)],
  'credit fewer pieces': [10, change(creditFewer)],
  'give the pieces of a credit note back to stock, or take them again': [20, change(toggleRestock)],
  'delete a credit note': [8, change(remove)],
};
