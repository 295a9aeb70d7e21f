import type { Component, Order } from '@stockbook/contracts';
import { eventually, ok, openShop, type Shop, type TestUser, World } from '@stockbook/testing';
import { creditActions } from './credit-actions.fixture.js';
import { Desk, type Goods, randomOf } from './desk.fixture.js';
import {
  DocumentsModel,
  type Found,
  type Kind,
  NO_PIECES,
  placeName,
  quantityByItem,
} from './documents-model.fixture.js';
import { jobActions } from './job-actions.fixture.js';
import { orderActions } from './order-actions.fixture.js';
import { stockActions } from './stock-actions.fixture.js';

const CLIENTS = 4;
/** The components of the bundle change between the parts. */
const PARTS = 3;
const OPERATIONS = 15;
/** An action that is still to be granted is tried this many times as often. */
const PATIENCE = 12;
const STOCK = 60;
const seed = Number(process.env['STOCKBOOK_TEST_SEED'] ?? Date.now() % 1_000_000);

const ACTIONS = { ...stockActions, ...orderActions, ...creditActions, ...jobActions };
const toBeGranted = new Set(Object.keys(ACTIONS));
const model = new DocumentsModel();

let world: World;
let user: TestUser;
let shop: Shop;
let goods: Goods;
beforeAll(async () => {
  world = await World.shared();
  user = await world.account();
  shop = await openShop(user);
  const { item } = user.api.inventory;
  const names = ['Mug', 'Bowl', 'Lamp', 'Vase'];
  const item_ids: number[] = [];
  for (const name of names) item_ids.push(ok(await item.add({ name, cost: 2 })).item_id);
  const components = componentsOf(item_ids, [0, 1]);
  const bundle = { name: 'Set', item_bundles: bundled(components) };
  goods = { item_ids, bundle_id: ok(await item.add(bundle)).item_id, components };
  await open();
});

/** Stock of all items but the last one, which so is short at first. */
async function open(): Promise<void> {
  const desk = new Desk(user, shop, goods, model, randomOf(seed));
  for (const location_id of [shop.store_id, shop.depot_id]) {
    const [line] = desk.lines({ location_id });
    const lines = goods.item_ids.slice(0, -1).map((item_id) => {
      return { ...line!, item_id, quantity: STOCK, components: [{ item_id, quantity: 1 }] };
    });
    const addition = lines.map(({ item_id, quantity }) => ({ item_id, quantity, location_id, cost: 2 }));
    const { item_addition_id } = ok(await user.api.inventory.addition.add({ addition }));
    desk.add('addition', item_addition_id, { lines });
  }
}

const componentsOf = (item_ids: readonly number[], chosen: readonly number[]): Component[] =>
  chosen.map((index, at) => ({ item_id: item_ids[index]!, quantity: at + 1 }));
const bundled = (components: readonly Component[]) =>
  components.map(({ item_id, quantity }) => ({ bundle_item_id: item_id, quantity }));

/** They make documents for other actions. */
const OPENERS = [
  'place an order',
  'credit pieces of an order',
  'add a deduction',
  'add a transfer',
  'add a purchase order',
  'count a stock take',
  'plan a stock take',
  'plan a transfer job',
  'ship a transfer job',
] as const;

/** Does random actions, every second one of those that were never granted yet. */
async function work(desk: Desk, isLast: boolean): Promise<void> {
  const names = Object.keys(ACTIONS);
  for (let done = 0; done < OPERATIONS || (isLast && toBeGranted.size && done < PATIENCE * OPERATIONS); done++) {
    const among = toBeGranted.size && desk.random(2) ? [...toBeGranted] : names;
    const name = desk.pick(among)!;
    const isGranted = await ACTIONS[name]!(desk);
    if (isGranted) toBeGranted.delete(name);
    // There was no document to do it to.
    if (isGranted === undefined) await ACTIONS[desk.pick(OPENERS)!]!(desk);
    // The stock may be gone that the action needs.
    else if (!isGranted && done >= OPERATIONS) await ACTIONS['add an addition']!(desk);
  }
}

async function changeBundle(part: number): Promise<void> {
  goods.components = componentsOf(goods.item_ids, part % 2 ? [3, 1] : [2, 0]);
  const item_bundles = bundled(goods.components);
  ok(await user.api.inventory.item.edit({ item_id: goods.bundle_id, item_bundles }));
}

async function foundInRecords(): Promise<Found> {
  const found = new Map<string, number>();
  const deducted = new Map<number, ReadonlyMap<number, number>>();
  const { reservation, stock_take_job } = user.api.inventory;
  for (const { order_id, products } of ok(await user.api.sale.order.get({ limit: 100 })).orders)
    deducted.set(order_id, piecesOf(products));
  for (const { item_reservation_id: id, items } of ok(await reservation.get({ limit: 100 })).reservations)
    for (const { item_id, quantity_taken } of items) found.set(`reservation ${id}/${item_id}`, quantity_taken);
  for (const { item_stock_take_job_id: id, items } of ok(await stock_take_job.get({ limit: 100 })).stock_take_jobs)
    for (const { item_id, difference = 0 } of items) found.set(`stock_take_job ${id}/${item_id}`, difference);
  return {
    pieces: ({ kind, id }, item_id) => found.get(`${kind} ${id}/${item_id}`) ?? 0,
    deducted: ({ id }) => deducted.get(id) ?? new Map(),
  };
}

const piecesOf = (products: Order['products']): ReadonlyMap<number, number> =>
  quantityByItem(
    products.flatMap(({ item_id, components = [{ item_id, quantity: 1 }], quantity_deducted }) =>
      components.map((part) => ({ item_id: part.item_id, quantity: part.quantity * quantity_deducted })),
    ),
  );

async function expectStock(): Promise<void> {
  const expected = model.stock(await foundInRecords());
  for (const item_id of goods.item_ids) {
    const [item] = ok(await user.api.inventory.item.get({ item_id })).items;
    for (const location_id of [shop.store_id, shop.depot_id]) {
      const {
        on_hand = 0,
        reserved = 0,
        incoming = 0,
      } = item?.locations.find((each) => each.location_id === location_id) ?? {};
      const place = placeName(item_id, location_id);
      expect({ place, on_hand, reserved, incoming }).toEqual({ place, ...(expected.get(place) ?? NO_PIECES) });
    }
  }
}

const living = (kind: Kind) => model.documents.filter((each) => each.kind === kind && each.state !== 'deleted');

async function expectOrders(): Promise<void> {
  for (const { id, state, lines } of living('order')) {
    const [{ products } = { products: [] }] = ok(await user.api.sale.order.get({ order_id: id })).orders;
    expect(quantityByItem(products)).toEqual(quantityByItem(lines));
    if (state === 'draft') expect(products.filter(({ quantity_deducted }) => quantity_deducted)).toEqual([]);
  }
}

async function expectPurchaseOrders(): Promise<void> {
  for (const document of living('purchase_order')) {
    const { id, lines, state } = document;
    const received = model.received(document);
    const pieces = lines.map(({ item_id, quantity }) => ({ quantity, received: received.get(item_id) ?? 0 }));
    const isStarted = pieces.some(({ received }) => received > 0);
    const isDone = pieces.every(({ quantity, received }) => received >= quantity);
    const status = state === 'closed' ? 'closed' : isDone ? 'received' : isStarted ? 'partly_received' : 'open';
    const [order] = ok(await user.api.inventory.purchase_order.get({ purchase_order_id: id })).purchase_orders;
    const items = pieces.map(({ quantity, received }) => ({ quantity, quantity_received: received }));
    expect(order).toMatchObject({ purchase_order_id: id, status, items });
  }
}

async function expectReservations(): Promise<void> {
  for (const document of living('reservation')) {
    const { id: item_reservation_id, of, expires } = document;
    const [hold] = ok(await user.api.inventory.reservation.get({ item_reservation_id })).reservations;
    const ends = [...(expires ? ['expired'] : []), ...(of?.state === 'deleted' ? ['released'] : [])];
    expect(ends.length ? ends : ['active']).toContain(hold?.status);
  }
}

const areExpired = async () =>
  ok(await user.api.inventory.reservation.get({ limit: 100 })).reservations.every(
    ({ date_expire, status }) => !date_expire || status !== 'active',
  );

test(`Stock is what a model of all documents says, whatever ${CLIENTS} clients do to them at once; seed ${seed}.`, async () => {
  const desks = Array.from({ length: CLIENTS }, (_, n) => new Desk(user, shop, goods, model, randomOf(seed + n)));
  for (let part = 1; part <= PARTS; part++) {
    await Promise.all(desks.map((desk) => work(desk, part === PARTS)));
    if (part < PARTS) await changeBundle(part);
  }
  await eventually(areExpired);
  await world.settled();
  expect([...toBeGranted]).toEqual([]);
  await expectOrders();
  await expectStock();
  await expectPurchaseOrders();
  await expectReservations();
  const { faults, checked } = ok(await user.api.inventory.flow.verify({}));
  expect(faults).toEqual([]);
  expect(checked.flows).toBeGreaterThan(50);
});
