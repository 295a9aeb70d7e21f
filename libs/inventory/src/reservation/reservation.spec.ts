import {
  eventually,
  ok,
  openShop,
  orderOf,
  refused,
  type Shop,
  stockItem,
  type TestUser,
  World,
} from '@stockbook/testing';
import { ReservationExpiry } from './reservation-expiry.js';
import { Reservations } from './reservations.js';

let world: World;
let owner: TestUser;
let shop: Shop;
beforeAll(async () => {
  world = await World.shared();
});
beforeEach(async () => {
  owner = await world.account();
  shop = await openShop(owner);
});
afterEach(async () => {
  await world.settled();
  expect(ok(await owner.api.inventory.flow.verify({}))).toMatchObject({ ok: true, faults: [] });
});

let names = 0;
const stocked = (quantity: number) => stockItem(owner, shop, quantity, { name: `Mug ${++names}` });

/** Places an order of pieces of an item; it deducts at once, or waits for `pay`. */
async function place(item_id: number, quantity: number, order_status_id = shop.pending_id): Promise<number> {
  const order = orderOf(shop, [{ item_id, quantity }], { order_status_id, comment: `Order ${++names}` });
  return ok(await owner.api.sale.order.add(order)).order.order_id;
}
const pay = async (order_id: number) =>
  ok(await owner.api.sale.order.addHistory({ order_id, order_status_id: shop.paid_id }));

async function reserve(item_id: number, quantity: number, fields: object = {}): Promise<number> {
  const reservation = { location_id: shop.store_id, reservation: [{ item_id, quantity }], ...fields };
  return ok(await owner.api.inventory.reservation.add(reservation)).item_reservation_id;
}

async function shown(item_reservation_id: number) {
  const { reservations } = ok(await owner.api.inventory.reservation.get({ item_reservation_id }));
  const [{ status, items: [item] = [] } = {}] = reservations;
  return { status, quantity: item?.quantity, held: item?.quantity_held, taken: item?.quantity_taken };
}

async function levelOf(item_id: number) {
  const [item] = ok(await owner.api.inventory.item.get({ item_id })).items;
  const { quantity, on_hand, reserved } = item!.locations.find(({ location_id }) => location_id === shop.store_id)!;
  return { quantity, on_hand, reserved };
}

async function isDeducted(order_id: number): Promise<boolean> {
  const [order] = ok(await owner.api.sale.order.get({ order_id })).orders;
  return order!.products.every(({ deducted }) => deducted);
}

const expire = (...item_reservation_ids: readonly number[]) =>
  world.assembly.running.inventory.db.source.query(
    'UPDATE inventory.reservation SET date_expire = now() WHERE account_id = $1 AND item_reservation_id = ANY ($2)',
    [owner.account_id, item_reservation_ids],
  );

test('holds pieces, which stay on hand, and releases them when it is lowered or deleted', async () => {
  const item_id = await stocked(5);
  const item_reservation_id = await reserve(item_id, 4);
  expect(await levelOf(item_id)).toEqual({ quantity: 1, on_hand: 5, reserved: 4 });
  const reservation = [{ item_id, quantity: 2 }];
  ok(await owner.api.inventory.reservation.edit({ item_reservation_id, reservation }));
  expect(await levelOf(item_id)).toEqual({ quantity: 3, on_hand: 5, reserved: 2 });
  ok(await owner.api.inventory.reservation.delete({ item_reservation_id }));
  expect(await levelOf(item_id)).toEqual({ quantity: 5, on_hand: 5, reserved: 0 });
});

test('moves its hold to another location', async () => {
  const item_id = await stocked(5);
  const items = [{ item_id, location_id: shop.depot_id, quantity: 3 }];
  ok(await owner.api.inventory.item.editStock({ items }));
  const item_reservation_id = await reserve(item_id, 3);
  ok(await owner.api.inventory.reservation.edit({ item_reservation_id, location_id: shop.depot_id }));
  const [item] = ok(await owner.api.inventory.item.get({ item_id })).items;
  expect(item!.locations.map(({ location_id, reserved }) => [location_id, reserved])).toEqual(
    expect.arrayContaining([
      [shop.store_id, 0],
      [shop.depot_id, 3],
    ]),
  );
});

test('is refused for more pieces than are free, and names the item', async () => {
  const item_id = await stocked(5);
  await reserve(item_id, 4);
  const reservation = [{ item_id, quantity: 2 }];
  const [reason] = refused(await owner.api.inventory.reservation.add({ location_id: shop.store_id, reservation }));
  expect(reason).toMatch(new RegExp(`^Item ${item_id} .*is short by 1 at .*: 2 wanted, 1 available\\.$`));
});

test('is refused where more pieces would be held than a location may have', async () => {
  ok(await owner.api.setting.company.edit({ allow_negative_stock: true }));
  await world.settled();
  const item_id = await stocked(1_000_000_000);
  await reserve(item_id, 1_000_000_000);
  const reservation = [{ item_id, quantity: 1_500_000_000 }];
  const [reason] = refused(await owner.api.inventory.reservation.add({ location_id: shop.store_id, reservation }));
  expect(reason).toMatch(new RegExp(`^Item ${item_id} .*cannot have more than 2000000000 pieces reserved at .*\\.$`));
});

test('keeps its pieces for its order, which takes them when it deducts', async () => {
  const item_id = await stocked(5);
  const [waiting, other] = [await place(item_id, 4), await place(item_id, 3)];
  const item_reservation_id = await reserve(item_id, 4, { order_id: waiting });
  await pay(other);
  await world.settled();
  expect(await isDeducted(other)).toBe(false);
  await pay(waiting);
  await world.settled();
  expect(await isDeducted(waiting)).toBe(true);
  expect(await shown(item_reservation_id)).toEqual({ status: 'active', quantity: 4, held: 0, taken: 4 });
  expect(await levelOf(item_id)).toEqual({ quantity: 1, on_hand: 1, reserved: 0 });
  const lower = { item_reservation_id, reservation: [{ item_id, quantity: 3 }] };
  expect(refused(await owner.api.inventory.reservation.edit(lower))).toEqual([
    'reservation[0].quantity is 3: its order has taken 4 pieces already.',
  ]);
});

test('keeps its order and the lines of which that has taken pieces', async () => {
  const [item_id, other] = [await stocked(5), await stocked(5)];
  const [order_id, another] = [await place(item_id, 4), await place(other, 1)];
  const item_reservation_id = await reserve(item_id, 4, { order_id });
  await pay(order_id);
  await world.settled();
  const { edit } = owner.api.inventory.reservation;
  const edits = { item_reservation_id, order_id: another, reservation: [{ item_id: other, quantity: 1 }] };
  expect(refused(await edit(edits))).toEqual([
    `order_id is ${another}: order ${order_id} has taken pieces of reservation ${item_reservation_id} already.`,
    `reservation leaves out item ${item_id}, of which its order has taken 4 pieces already.`,
  ]);
  const lines = [
    { item_id: other, quantity: 1 },
    { item_id, quantity: 4 },
  ];
  ok(await edit({ item_reservation_id, order_id, reservation: lines }));
  expect(await levelOf(other)).toMatchObject({ reserved: 1 });
});

test('serves its order together with pieces that arrive later', async () => {
  const item_id = await stocked(3);
  const order_id = await place(item_id, 5);
  const item_reservation_id = await reserve(item_id, 3, { order_id });
  await pay(order_id);
  await world.settled();
  expect(await isDeducted(order_id)).toBe(false);
  expect(await shown(item_reservation_id)).toMatchObject({ held: 3, taken: 0 });
  const addition = [{ item_id, location_id: shop.store_id, quantity: 2, cost: 1 }];
  ok(await owner.api.inventory.addition.add({ addition }));
  await eventually(() => isDeducted(order_id));
  expect(await shown(item_reservation_id)).toMatchObject({ held: 0, taken: 3 });
  expect(await levelOf(item_id)).toEqual({ quantity: 0, on_hand: 0, reserved: 0 });
});

test('serves its order when it is linked to one that waits', async () => {
  const item_id = await stocked(5);
  const item_reservation_id = await reserve(item_id, 5);
  const order_id = await place(item_id, 5, shop.paid_id);
  await world.settled();
  expect(await isDeducted(order_id)).toBe(false);
  ok(await owner.api.inventory.reservation.edit({ item_reservation_id, order_id }));
  await eventually(() => isDeducted(order_id));
  expect(await shown(item_reservation_id)).toMatchObject({ held: 0, taken: 5 });
});

test('serves its order past older ones that wait', async () => {
  const item_id = await stocked(3);
  const older = await place(item_id, 10, shop.paid_id);
  await world.settled();
  const order_id = await place(item_id, 3, shop.paid_id);
  await world.settled();
  expect(await isDeducted(order_id)).toBe(false);
  await reserve(item_id, 3, { order_id });
  await eventually(() => isDeducted(order_id));
  expect(await isDeducted(older)).toBe(false);
  const addition = [{ item_id, location_id: shop.store_id, quantity: 10, cost: 1 }];
  ok(await owner.api.inventory.addition.add({ addition }));
  await eventually(() => isDeducted(older));
});

test('serves lines of one item in their order', async () => {
  const item_id = await stocked(3);
  const lines = [5, 3].map((quantity) => ({ item_id, quantity }));
  const order = orderOf(shop, lines, { order_status_id: shop.paid_id });
  const { order_id } = ok(await owner.api.sale.order.add(order)).order;
  await world.settled();
  await reserve(item_id, 3, { order_id });
  await world.settled();
  const deducted = async () =>
    ok(await owner.api.sale.order.get({ order_id })).orders[0]!.products.map((line) => line.deducted);
  expect(await deducted()).toEqual([false, false]);
  const addition = [{ item_id, location_id: shop.store_id, quantity: 2, cost: 1 }];
  ok(await owner.api.inventory.addition.add({ addition }));
  await eventually(async () => (await deducted())[0] === true);
  expect(await deducted()).toEqual([true, false]);
});

test('ends with the deletion of its order, and an order that waited gets the pieces', async () => {
  const item_id = await stocked(4);
  const [reserved, other] = [await place(item_id, 4), await place(item_id, 2)];
  const item_reservation_id = await reserve(item_id, 4, { order_id: reserved });
  await pay(other);
  await world.settled();
  ok(await owner.api.sale.order.delete({ order_id: reserved }));
  await eventually(() => isDeducted(other));
  expect(await shown(item_reservation_id)).toMatchObject({ status: 'released', held: 0 });
  const reservation = [{ item_id, quantity: 1 }];
  const late = { location_id: shop.store_id, order_id: reserved, reservation };
  expect(refused(await owner.api.inventory.reservation.add(late))).toEqual([`There is no order ${reserved}.`]);
});

test('expires by itself, and an order that waited gets the pieces', async () => {
  const item_id = await stocked(4);
  const date_expire = new Date(Date.now() + 3_600_000).toISOString();
  const item_reservation_id = await reserve(item_id, 4, { date_expire });
  const order_id = await place(item_id, 2, shop.paid_id);
  await world.settled();
  await expire(item_reservation_id);
  await eventually(() => isDeducted(order_id));
  expect(await shown(item_reservation_id)).toMatchObject({ status: 'expired', held: 0 });
  ok(await owner.api.inventory.reservation.edit({ item_reservation_id, comment: 'Too late' }));
  const again = { item_reservation_id, reservation: [{ item_id, quantity: 1 }] };
  expect(refused(await owner.api.inventory.reservation.edit(again))).toEqual([
    `Reservation ${item_reservation_id} is expired and holds nothing any more: add a new one.`,
  ]);
  const past = {
    location_id: shop.store_id,
    date_expire: '2026-01-01T00:00:00Z',
    reservation: [{ item_id, quantity: 1 }],
  };
  expect(refused(await owner.api.inventory.reservation.add(past))).toEqual([
    'date_expire 2026-01-01T00:00:00Z is past: a reservation ends in the future.',
  ]);
});

const ROUNDS = Array.from({ length: 20 }, (_, round) => round);

test('a reservation that is deleted as it expires releases its pieces once', async () => {
  const item_id = await stocked(100);
  const date_expire = new Date(Date.now() + 3_600_000).toISOString();
  const ids = await Promise.all(ROUNDS.map((round) => reserve(item_id, 1 + (round % 3), { date_expire })));
  await expire(...ids);
  const { db } = world.assembly.running.inventory;
  const [, ...deleted] = await Promise.all([
    new ReservationExpiry(new Reservations(db)).run(db),
    ...ids.map((item_reservation_id) => owner.api.inventory.reservation.delete({ item_reservation_id })),
  ]);
  deleted.forEach(ok);
  await world.settled();
  expect(await levelOf(item_id)).toEqual({ quantity: 100, on_hand: 100, reserved: 0 });
});

test('of two reservations for the last pieces one holds them', async () => {
  for (const round of ROUNDS) {
    const item_id = await stocked(3 + round);
    const add = () =>
      owner.api.inventory.reservation.add({
        location_id: shop.store_id,
        reservation: [{ item_id, quantity: 2 + round }],
      });
    const answers = await Promise.all([add(), add()]);
    expect(answers.filter(({ error }) => error)).toHaveLength(1);
    expect(await levelOf(item_id)).toEqual({ quantity: 1, on_hand: 3 + round, reserved: 2 + round });
  }
});

test('no reservation holds pieces for an order that is deleted at the same time', async () => {
  const item_id = await stocked(100);
  const orders = await Promise.all(ROUNDS.map(() => place(item_id, 1)));
  const reservation = [{ item_id, quantity: 1 }];
  await Promise.all(
    orders.flatMap((order_id) => [
      owner.api.inventory.reservation.add({ location_id: shop.store_id, order_id, reservation }),
      owner.api.sale.order.delete({ order_id }),
    ]),
  );
  await world.settled();
  expect(await levelOf(item_id)).toEqual({ quantity: 100, on_hand: 100, reserved: 0 });
});
