import { orderOf } from '@stockbook/testing';
import type { Desk } from './desk.fixture.js';
import type { KnownDocument, KnownLine } from './documents-model.fixture.js';
import type { Action } from './stock-actions.fixture.js';

const EXPIRY_MS = 1_500;
const pieces = (lines: readonly KnownLine[]) => lines.map(({ item_id, quantity }) => ({ item_id, quantity }));

async function reserve(desk: Desk, lines: KnownLine[], of?: KnownDocument, expires = false): Promise<boolean> {
  const date_expire = expires ? new Date(Date.now() + EXPIRY_MS).toISOString() : undefined;
  const { location_id = 0 } = lines[0] ?? {};
  const held = { location_id, reservation: pieces(lines), order_id: of?.id, date_expire };
  const added = await desk.attempt(desk.inventory.reservation.add(held));
  return added !== undefined && desk.add('reservation', added.item_reservation_id, { lines, of, expires });
}

/** Credit notes keep their order from giving back its stock. */
const usesOf = (desk: Desk, order: KnownDocument) => (desk.model.creditsOf(order).length ? ['in_use'] : []);

const setState = (desk: Desk, document: KnownDocument, state: KnownDocument['state'], order_status_id: number) =>
  desk
    .attempt(desk.orders.addHistory({ order_id: document.id, order_status_id }), ...usesOf(desk, document))
    .then((done) => {
      if (done) document.state = state;
      return done !== undefined;
    });

export const orderActions: Readonly<Record<string, Action>> = {
  'place an order': async (desk) => {
    const isPaid = desk.random(2) > 0;
    const order_status_id = isPaid ? desk.shop.paid_id : desk.shop.pending_id;
    const lines = desk.lines({ with_bundle: true, location_id: desk.shop.store_id });
    const added = await desk.attempt(desk.orders.add(orderOf(desk.shop, pieces(lines), { order_status_id })));
    return (
      added !== undefined && desk.add('order', added.order.order_id, { lines, state: isPaid ? 'active' : 'draft' })
    );
  },
  'edit an order': (desk) =>
    desk.change('order', ['active', 'draft'], async (document) => {
      const drawn = desk.lines({ with_bundle: true, location_id: desk.shop.store_id });
      const lines = desk.continued(document.lines, drawn);
      const { products } = orderOf(desk.shop, pieces(lines));
      const request = desk.orders.edit({ order_id: document.id, products });
      const edited = await desk.attempt(request, ...(desk.model.creditsOf(document).length ? ['over_credited'] : []));
      if (edited) document.lines = lines;
      return edited !== undefined;
    }),
  'let an order deduct': (desk) =>
    desk.change('order', ['draft'], (document) => setState(desk, document, 'active', desk.shop.paid_id)),
  'take an order back to pending': (desk) =>
    desk.change('order', ['active'], (document) => setState(desk, document, 'draft', desk.shop.pending_id)),
  'delete an order': (desk) =>
    desk.change('order', ['active', 'draft'], async (document) => {
      const deleted = await desk.attempt(desk.orders.delete({ order_id: document.id }), ...usesOf(desk, document));
      if (deleted) document.state = 'deleted';
      return deleted !== undefined;
    }),
  'add a reservation': (desk) => reserve(desk, desk.lines({ with_bundle: true })),
  'add a reservation for an order': (desk) =>
    desk.change('order', ['active', 'draft'], (order) =>
      reserve(desk, desk.lines({ location_id: desk.shop.store_id }), order),
    ),
  'link a reservation to an order': (desk) =>
    desk.change('reservation', ['living'], async (document) => {
      // The pieces that an order takes for a bundle are no whole units of its line.
      const isFree = !document.of && document.lines.every(({ item_id }) => item_id !== desk.goods.bundle_id);
      const linked = await desk.change('order', isFree ? ['active', 'draft'] : [], async (order) => {
        const request = desk.inventory.reservation.edit({ item_reservation_id: document.id, order_id: order.id });
        const edited = await desk.attempt(request, ...(document.expires ? ['locked'] : []));
        if (edited) document.of = order;
        return edited !== undefined;
      });
      return linked ?? false;
    }),
  'add a reservation that expires': (desk) => reserve(desk, desk.lines({ with_bundle: true }), undefined, true),
  'edit a reservation': (desk) =>
    desk.change('reservation', ['living'], async (document) => {
      const { of, expires, id: item_reservation_id } = document;
      const location_id = document.lines[0]!.location_id;
      const lines = desk.continued(document.lines, desk.lines({ with_bundle: !of, location_id }));
      const request = desk.inventory.reservation.edit({ item_reservation_id, reservation: pieces(lines) });
      // Its time may be over, and its order may have taken pieces already.
      const codes = [...(of || expires ? ['locked'] : []), ...(of ? ['invalid'] : [])];
      const edited = await desk.attempt(request, ...codes);
      if (edited) document.lines = lines;
      return edited !== undefined;
    }),
  'delete a reservation': (desk) =>
    desk.change('reservation', ['living'], async (document) => {
      const deleted = await desk.attempt(desk.inventory.reservation.delete({ item_reservation_id: document.id }));
      if (deleted) document.state = 'deleted';
      return deleted !== undefined;
    }),
  'add a purchase order': async (desk) => {
    const lines = desk.lines();
    const order = { location_id: desk.place(), item: pieces(lines) };
    const added = await desk.attempt(desk.inventory.purchase_order.add(order));
    return added !== undefined && desk.add('purchase_order', added.purchase_order_id, { lines });
  },
  'order more': (desk) =>
    desk.change('purchase_order', ['living', 'closed'], async (document) => {
      const lines = document.lines.map((line) => ({ ...line, quantity: line.quantity + desk.random(5) }));
      const request = { purchase_order_id: document.id, item: pieces(lines) };
      const edited = await desk.attempt(desk.inventory.purchase_order.edit(request));
      if (edited) document.lines = lines;
      return edited !== undefined;
    }),
  'close a purchase order, or reopen it': (desk) =>
    desk.change('purchase_order', ['living', 'closed'], async (document) => {
      const closed = document.state === 'living';
      const request = { purchase_order_id: document.id, closed };
      const edited = await desk.attempt(desk.inventory.purchase_order.edit(request));
      if (edited) document.state = closed ? 'closed' : 'living';
      return edited !== undefined;
    }),
  'delete a purchase order': (desk) =>
    desk.change('purchase_order', ['living', 'closed'], async (document) => {
      const isReceived = desk.model.documents.some((each) => each.of === document && each.state === 'living');
      const request = desk.inventory.purchase_order.delete({ purchase_order_id: document.id });
      const deleted = await desk.attempt(request, ...(isReceived ? ['in_use'] : []));
      expect(deleted === undefined).toBe(isReceived);
      if (deleted) document.state = 'deleted';
      return deleted !== undefined;
    }),
};
