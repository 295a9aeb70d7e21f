import { type ListedOrder, type OrderAdd, services } from '@stockbook/contracts';
import { ok, openShop, orderOf, type Shop, stockItem, type TestUser, World } from '@stockbook/testing';
import pLimit from 'p-limit';

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

const paid = (...lines: [item_id: number, quantity: number][]): OrderAdd =>
  orderOf(
    shop,
    lines.map(([item_id, quantity]) => ({ item_id, quantity })),
    { order_status_id: shop.paid_id },
  );
const place = async (order: OrderAdd) => ok(await owner.api.sale.order.add(order)).order.order_id;
/** A busy machine answers no more of them at once in time. */
const AT_ONCE = 50;
/** Every order differs, or it would be the same request again. */
const placeAll = (orders: readonly OrderAdd[]) =>
  pLimit(AT_ONCE).map(orders, (order, index) => place({ ...order, comment: `order ${index}` }));

async function orderNow(order_id: number): Promise<ListedOrder> {
  await world.settled();
  const [order] = ok(await owner.api.sale.order.get({ order_id })).orders;
  if (!order) throw new Error(`There is no order ${order_id}.`);
  return order;
}
async function quantityOf(item_id: number): Promise<number> {
  await world.settled();
  return ok(await owner.api.inventory.item.get({ item_id })).items[0]?.quantity ?? NaN;
}
const historyOf = async (order_id: number) =>
  ok(await owner.api.sale.order.getHistory({ order_id }))
    .histories.map(({ comment }) => comment)
    .filter(Boolean);
const receive = async (item_id: number, quantity: number, cost = 2.5) =>
  ok(await owner.api.inventory.item.editStock({ items: [{ item_id, location_id: shop.store_id, quantity, cost }] }));

async function everyOrder(): Promise<ListedOrder[]> {
  await world.settled();
  const { total } = ok(await owner.api.sale.order.get({ limit: 1 }));
  const pages = Array.from({ length: Math.ceil(total / 100) }, (_, page) =>
    owner.api.sale.order.get({ page: page + 1, limit: 100, sort: 'order_id', order: 'ASC' }),
  );
  return (await Promise.all(pages)).flatMap((page) => ok(page).orders);
}

test('an order of a deducting status moves stock, and its lines learn so with their cost', async () => {
  const item_id = await stockItem(owner, shop, 10);
  const order_id = await place(paid([item_id, 3]));
  const { products, cost } = await orderNow(order_id);
  expect(products).toMatchObject([{ deducted: true, cost: 2.5, quantity: 3 }]);
  expect(cost).toBe(7.5);
  expect(await quantityOf(item_id)).toBe(7);
  const [flow] = ok(await owner.api.inventory.flow.get({ filter_item_id: item_id, limit: 1 })).flows;
  expect(flow).toMatchObject({ quantity: -3, balance: 7, location_id: shop.store_id, user: 'owner' });
  expect(await historyOf(order_id)).not.toHaveLength(0);
});

test('the status decides: entering one that deducts takes, leaving it gives back', async () => {
  const item_id = await stockItem(owner, shop, 10);
  const order_id = await place({ ...paid([item_id, 4]), order_status_id: shop.pending_id });
  expect(await quantityOf(item_id)).toBe(10);
  ok(await owner.api.sale.order.addHistory({ order_id, order_status_id: shop.paid_id }));
  expect(await quantityOf(item_id)).toBe(6);
  ok(await owner.api.sale.order.addHistory({ order_id, order_status_id: shop.pending_id }));
  expect(await quantityOf(item_id)).toBe(10);
  expect((await orderNow(order_id)).products).toMatchObject([{ deducted: false }]);
});

test('an edit moves the difference only', async () => {
  const [first, second] = [await stockItem(owner, shop, 10), await stockItem(owner, shop, 10, { name: 'Teapot' })];
  const order_id = await place(paid([first, 4]));
  await world.settled();
  const lines = (await orderNow(order_id)).products;
  const [line] = paid([first, 6]).products;
  const [added] = paid([second, 1]).products;
  if (!line || !added) throw new Error('The order has no lines.');
  const order_product_id = lines[0]?.order_product_id;
  ok(await owner.api.sale.order.edit({ order_id, products: [{ ...line, order_product_id }, added] }));
  expect([await quantityOf(first), await quantityOf(second)]).toEqual([4, 9]);
  const { flows } = ok(
    await owner.api.inventory.flow.get({ filter_item_id: first, sort: 'item_flow_id', order: 'ASC' }),
  );
  expect(flows.map(({ quantity }) => quantity)).toEqual([10, -4, -2]);
  expect((await orderNow(order_id)).products.map(({ deducted }) => deducted)).toEqual([true, true]);
});

test('a deleted order gives its stock back at the cost it left with', async () => {
  const item_id = await stockItem(owner, shop, 10);
  const order_id = await place(paid([item_id, 10]));
  expect(await quantityOf(item_id)).toBe(0);
  await receive(item_id, 10, 9);
  ok(await owner.api.sale.order.delete({ order_id }));
  expect(await quantityOf(item_id)).toBe(20);
  const [item] = ok(await owner.api.inventory.item.get({ item_id })).items;
  expect(item).toMatchObject({ pool_cost: 115, average_cost: 5.75 });
});

test('a short line waits, the history says so, and arriving stock is deducted for it, oldest order first', async () => {
  const item_id = await stockItem(owner, shop, 3);
  const older = await place(paid([item_id, 5]));
  const younger = await place({ ...paid([item_id, 5]), comment: 'younger' });
  expect((await orderNow(older)).products).toMatchObject([{ deducted: false }]);
  expect(await quantityOf(item_id)).toBe(3);
  expect((await historyOf(older)).join()).toMatch(/Blue mug\) is short by 2 at Store: 5 wanted, 3 available/);
  await receive(item_id, 8);
  expect(await quantityOf(item_id)).toBe(3);
  expect((await orderNow(older)).products).toMatchObject([{ deducted: true }]);
  expect((await orderNow(younger)).products).toMatchObject([{ deducted: false }]);
  await receive(item_id, 5);
  expect((await orderNow(younger)).products).toMatchObject([{ deducted: true }]);
  expect(await quantityOf(item_id)).toBe(0);
});

test('with negative stock allowed the balance goes below zero', async () => {
  ok(await owner.api.setting.company.edit({ allow_negative_stock: true }));
  const item_id = await stockItem(owner, shop, 1);
  await world.settled();
  const order_id = await place(paid([item_id, 4]));
  expect((await orderNow(order_id)).products).toMatchObject([{ deducted: true }]);
  expect(await quantityOf(item_id)).toBe(-3);
});

test('two lines of one item are not both checked against the same balance', async () => {
  const item_id = await stockItem(owner, shop, 5);
  const order_id = await place(paid([item_id, 3], [item_id, 3]));
  const { products } = await orderNow(order_id);
  expect(products.map(({ deducted }) => deducted)).toEqual([true, false]);
  expect(await quantityOf(item_id)).toBe(2);
});

test('500 orders for 100 pieces take exactly 100', async () => {
  const item_id = await stockItem(owner, shop, 100);
  await placeAll(Array.from({ length: 500 }, () => paid([item_id, 1])));
  expect(await quantityOf(item_id)).toBe(0);
  const orders = await everyOrder();
  expect(orders).toHaveLength(500);
  expect(orders.filter(({ products }) => products[0]?.deducted)).toHaveLength(100);
});

/** `world.close` fails on a deadlock. */
test('orders of (a, b) and of (b, a) at once are all deducted, without a deadlock', async () => {
  const [a, b] = [await stockItem(owner, shop, 200), await stockItem(owner, shop, 200, { name: 'Teapot' })];
  await placeAll(Array.from({ length: 100 }, (_, i) => (i % 2 ? paid([a, 1], [b, 1]) : paid([b, 1], [a, 1]))));
  expect([await quantityOf(a), await quantityOf(b)]).toEqual([100, 100]);
});

test('every event delivered again changes nothing', async () => {
  const item_id = await stockItem(owner, shop, 10);
  const order_id = await place(paid([item_id, 2]));
  ok(await owner.api.sale.order.addHistory({ order_id, order_status_id: shop.pending_id }));
  ok(await owner.api.sale.order.addHistory({ order_id, order_status_id: shop.paid_id }));
  const before = await orderNow(order_id);
  const flows = ok(await owner.api.inventory.flow.get({ filter_item_id: item_id }));
  for (const name of services) {
    const { db } = world.assembly.running[name];
    await db.source.query(
      `INSERT INTO ${name}.outbox (event_id, account_id, topic, name, version,
         aggregate_id, sequence, payload, created_at, bytes)
       SELECT event_id, account_id, topic, name, version, aggregate_id, sequence,
         payload, created_at, octet_length(payload::text)
       FROM ${name}.outbox_archive ORDER BY outbox_id DESC`,
    );
    // The inbox does not know the event under another id: it must still do nothing.
    await db.source.query(
      `INSERT INTO ${name}.outbox (event_id, account_id, topic, name, version,
         aggregate_id, sequence, payload, created_at, bytes)
       SELECT gen_random_uuid(), account_id, topic, name, version, aggregate_id, sequence,
         payload, created_at, octet_length(payload::text)
       FROM ${name}.outbox_archive ORDER BY outbox_id`,
    );
  }
  expect(await orderNow(order_id)).toEqual(before);
  expect(ok(await owner.api.inventory.flow.get({ filter_item_id: item_id }))).toEqual(flows);
});
