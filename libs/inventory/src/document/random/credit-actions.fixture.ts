import type { Desk } from './desk.fixture.js';
import { type KnownDocument, type KnownLine, quantityByItem } from './documents-model.fixture.js';
import { type Action, withOrder } from './stock-actions.fixture.js';

const byItem = (lines: readonly KnownLine[]) => lines.map(({ item_id, quantity }) => ({ item_id, quantity }));

/** Whether an order would have more of an item credited than it has. */
function isOver(desk: Desk, order: KnownDocument, lines: readonly KnownLine[]): boolean {
  const [sold, credited] = [quantityByItem(order.lines), desk.model.creditedPieces(order)];
  return lines.some(({ item_id, quantity }) => quantity + (credited.get(item_id) ?? 0) > (sold.get(item_id) ?? 0));
}

/** Edits a credit note: pieces that are given back may be sold on, and its order may have taken none in its status. */
async function edit(desk: Desk, note: KnownDocument, fields: object): Promise<boolean> {
  const codes = note.of?.state === 'draft' ? ['locked'] : [];
  const request = desk.user.api.sale.credit_note.edit({ credit_note_id: note.id, ...fields });
  return (await desk.attempt(request, ...codes)) !== undefined;
}

const change = (desk: Desk, work: (note: KnownDocument) => Promise<boolean>) =>
  desk.change('credit_note', ['living', 'closed'], (note) => withOrder(desk, note, () => work(note)));

export const creditActions: Readonly<Record<string, Action>> = {
  'credit pieces of an order': (desk) =>
    desk.change('order', ['active'], async (of) => {
      const some = of.lines.filter(() => desk.random(2));
      const lines = (some.length ? some : of.lines).map((line) => ({
        ...line,
        quantity: 1 + desk.random(line.quantity),
      }));
      const isRefused = isOver(desk, of, lines);
      const note = { order_id: of.id, restock: 1, allow_over_credit: true, products: byItem(lines) };
      const request = desk.user.api.sale.credit_note.add(note);
      const added = await desk.attempt(request, ...(isRefused ? ['over_credited'] : []));
      expect(added && isRefused).not.toBe(true);
      return added !== undefined && desk.add('credit_note', added.credit_note_id, { lines, of });
    }),
  'credit fewer pieces': (desk) =>
    change(desk, async (note) => {
      const lines = note.lines.map((line) => ({ ...line, quantity: 1 + desk.random(line.quantity) }));
      const isEdited = await edit(desk, note, { products: byItem(lines) });
      if (isEdited) note.lines = lines;
      return isEdited;
    }),
  'give the pieces of a credit note back to stock, or take them again': (desk) =>
    change(desk, async (note) => {
      const restocks = note.state === 'closed';
      const isEdited = await edit(desk, note, { restock: Number(restocks) });
      if (isEdited) note.state = restocks ? 'living' : 'closed';
      return isEdited;
    }),
  'delete a credit note': (desk) =>
    change(desk, async (note) => {
      const deleted = await desk.attempt(desk.user.api.sale.credit_note.delete({ credit_note_id: note.id }));
      if (deleted) note.state = 'deleted';
      return deleted !== undefined;
    }),
};
