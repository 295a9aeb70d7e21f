import type { Desk } from './desk.fixture.js';
import { type KnownDocument, type KnownLine, quantityByItem } from './documents-model.fixture.js';

/** Does one thing: true if it was granted, false if it was refused, undefined if there was nothing to do it to. */
export type Action = (desk: Desk) => Promise<boolean | undefined>;

const costed = (lines: readonly KnownLine[]) =>
  lines.map(({ item_id, quantity, location_id }) => ({ item_id, name: '', quantity, location_id, cost: 2 }));
const transferred = (lines: readonly KnownLine[]) =>
  lines.map(({ item_id, quantity, location_id, to_location_id }) => {
    return { item_id, quantity, from_location_id: location_id, to_location_id };
  });

/** Whether an order would have received more of an item than it asks for, and more than before. */
function isOver(desk: Desk, order: KnownDocument, receipt: readonly KnownLine[], besides?: KnownDocument): boolean {
  const [before, others] = [desk.model.received(order), desk.model.received(order, besides)];
  const ordered = quantityByItem(order.lines);
  return [...quantityByItem(receipt)].some(([item_id, quantity]) => {
    const after = quantity + (others.get(item_id) ?? 0);
    return after > (before.get(item_id) ?? 0) && after > (ordered.get(item_id) ?? 0);
  });
}

const receive =
  (allow_over_receipt: boolean): Action =>
  (desk) =>
    desk.change('purchase_order', ['living'], async (of) => {
      const lines = desk.lines();
      const receipt = { addition: costed(lines), purchase_order_id: of.id, allow_over_receipt };
      const mayOver = allow_over_receipt || !isOver(desk, of, lines);
      const added = await desk.attempt(desk.inventory.addition.add(receipt), ...(mayOver ? [] : ['invalid']));
      expect(added !== undefined).toBe(mayOver);
      return added !== undefined && desk.add('addition', added.item_addition_id, { lines, of });
    });

async function editAddition(desk: Desk, document: KnownDocument): Promise<boolean> {
  const lines = desk.lines();
  const { of, id: item_addition_id } = document;
  const isRefused = of !== undefined && (of.state === 'closed' || isOver(desk, of, lines, document));
  const request = desk.inventory.addition.edit({ item_addition_id, addition: costed(lines) });
  const edited = await desk.attempt(request, ...(isRefused ? ['invalid', 'locked'] : []));
  if (edited) document.lines = lines;
  return edited !== undefined;
}

/** With the order of a receipt or a credit note, which nobody else may change meanwhile. */
export const withOrder = (desk: Desk, document: KnownDocument, work: () => Promise<boolean>) =>
  document.of ? desk.model.holding(document.of, work).then((done) => done ?? false) : work();

export const stockActions: Readonly<Record<string, Action>> = {
  'add an addition': async (desk) => {
    const lines = desk.lines();
    const added = await desk.attempt(desk.inventory.addition.add({ addition: costed(lines) }));
    return added !== undefined && desk.add('addition', added.item_addition_id, { lines });
  },
  'receive what is ordered': receive(false),
  'receive more than is ordered': receive(true),
  'edit an addition': (desk) =>
    desk.change('addition', ['living'], (document) => withOrder(desk, document, () => editAddition(desk, document))),
  'delete an addition': (desk) =>
    desk.change('addition', ['living'], (document) =>
      withOrder(desk, document, async () => {
        const deleted = await desk.attempt(desk.inventory.addition.delete({ item_addition_id: document.id }));
        if (deleted) document.state = 'deleted';
        return deleted !== undefined;
      }),
    ),
  'add a deduction': async (desk) => {
    const lines = desk.lines({ with_bundle: true });
    const request = desk.inventory.deduction.add({ comment: '', deduction: costed(lines) });
    const added = await desk.attempt(request);
    return added !== undefined && desk.add('deduction', added.item_deduction_id, { lines });
  },
  'edit a deduction': (desk) =>
    desk.change('deduction', ['living'], async (document) => {
      const lines = desk.continued(document.lines, desk.lines({ with_bundle: true }));
      const request = { item_deduction_id: document.id, deduction: costed(lines) };
      const edited = await desk.attempt(desk.inventory.deduction.edit(request));
      if (edited) document.lines = lines;
      return edited !== undefined;
    }),
  'delete a deduction': (desk) =>
    desk.change('deduction', ['living'], async (document) => {
      const deleted = await desk.attempt(desk.inventory.deduction.delete({ item_deduction_id: document.id }));
      if (deleted) document.state = 'deleted';
      return deleted !== undefined;
    }),
  'add a transfer': async (desk) => {
    const lines = desk.lines();
    const added = await desk.attempt(desk.inventory.transfer.add({ transfer: transferred(lines) }));
    return added !== undefined && desk.add('transfer', added.item_transfer_id, { lines });
  },
  'edit a transfer': (desk) =>
    desk.change('transfer', ['living'], async (document) => {
      const lines = desk.lines();
      const request = { item_transfer_id: document.id, transfer: transferred(lines) };
      const edited = await desk.attempt(desk.inventory.transfer.edit(request));
      if (edited) document.lines = lines;
      return edited !== undefined;
    }),
  'delete a transfer': (desk) =>
    desk.change('transfer', ['living'], async (document) => {
      const deleted = await desk.attempt(desk.inventory.transfer.delete({ item_transfer_id: document.id }));
      if (deleted) document.state = 'deleted';
      return deleted !== undefined;
    }),
};
