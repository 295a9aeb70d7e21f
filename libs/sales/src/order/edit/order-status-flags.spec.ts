import { ok, refused, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
let item_id: number;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  counter = await Counter.open(world);
  item_id = await stockItem(counter.user, counter.shop, 5);
});

const deductedOf = async (order_id: number) => (await counter.settled(order_id)).products[0]?.quantity_deducted;
const place = (quantity: number) =>
  counter.place({ products: [product({ item_id, quantity })], order_status_id: counter.shop.pending_id });

test('an edit of its lines gives an order the new flags of its status; one of its comment does not', async () => {
  const { order_id } = await place(1);
  const { pending_id: order_status_id } = counter.shop;
  ok(await counter.user.api.setting.order_status.edit({ order_status_id, deduct: true, lock: true }));
  await counter.edit(order_id, { comment: 'Ring twice' });
  expect(await deductedOf(order_id)).toBe(0);
  await counter.edit(order_id, { products: [product({ item_id, quantity: 2 })] });
  expect(await counter.settled(order_id)).toMatchObject({ locked: true, products: [{ quantity_deducted: 2 }] });
  expect(refused(await counter.orders.edit({ order_id, comment: 'Later' }))).toEqual([
    `Order ${order_id} is locked: its status Pending forbids changes.`,
  ]);
});

test('an edit of its lines gives the stock back when the status deducts no more', async () => {
  const { pending_id: order_status_id } = counter.shop;
  ok(await counter.user.api.setting.order_status.edit({ order_status_id, deduct: true }));
  const { order_id } = await place(2);
  expect(await deductedOf(order_id)).toBe(2);
  ok(await counter.user.api.setting.order_status.edit({ order_status_id, deduct: false }));
  await counter.edit(order_id, { products: [product({ item_id, quantity: 3 })] });
  expect(await deductedOf(order_id)).toBe(0);
});

test('an edit that moves an order gives it the flags that its status has got since', async () => {
  const { paid_id: order_status_id, depot_id, store_id, channel_id } = counter.shop;
  const { order_id } = await counter.place({ products: [product({ item_id, quantity: 9 })], order_status_id });
  const { integration, setting } = counter.user.api;
  ok(await setting.order_status.edit({ order_status_id, lock: true }));
  ok(await integration.channel.edit({ channel_id, configuration: { location_id: depot_id } }));
  await world.settled();
  const key = [counter.user.account_id, store_id];
  await counter.sql('INSERT INTO sales.closed_location (account_id, location_id) VALUES ($1, $2)', key);
  await counter.edit(order_id, { comment: 'Ring twice' });
  expect(await counter.settled(order_id)).toMatchObject({ location_id: depot_id, locked: true });
});

test('an order whose status deducts no more stays at its deleted location', async () => {
  const { paid_id: order_status_id, depot_id, store_id, channel_id } = counter.shop;
  const { order_id } = await counter.place({ products: [product({ item_id, quantity: 9 })], order_status_id });
  const { integration, setting } = counter.user.api;
  ok(await setting.order_status.edit({ order_status_id, deduct: false }));
  ok(await integration.channel.edit({ channel_id, configuration: { location_id: depot_id } }));
  await world.settled();
  const key = [counter.user.account_id, store_id];
  await counter.sql('INSERT INTO sales.closed_location (account_id, location_id) VALUES ($1, $2)', key);
  await counter.edit(order_id, { comment: 'Ring twice' });
  expect(await counter.settled(order_id)).toMatchObject({ location_id: store_id });
  const waiting = 'SELECT deducts FROM sales.sale_order WHERE account_id = $1 AND order_id = $2';
  expect(await counter.sql(waiting, [counter.user.account_id, order_id])).toEqual([{ deducts: false }]);
});

test('an edit of its lines gives a credit note the flag that its status has got since', async () => {
  const { setting, sale } = counter.user.api;
  const { credit_note_status_id } = ok(await setting.credit_note_status.add({ name: 'Back' }));
  const { order_id, products } = await counter.place({
    products: [product({ item_id, quantity: 3 })],
    order_status_id: counter.shop.paid_id,
  });
  await world.settled();
  const line = { order_product_id: products[0]?.order_product_id, item_id, price: 1 };
  const note = { order_id, credit_note_status_id, products: [{ ...line, quantity: 1 }] };
  const { credit_note_id } = ok(await sale.credit_note.add(note));
  ok(await setting.credit_note_status.edit({ credit_note_status_id, restock: true }));
  ok(await sale.credit_note.edit({ credit_note_id, products: [{ ...line, quantity: 2 }] }));
  await world.settled();
  expect(ok(await counter.user.api.inventory.item.get({ item_id })).items).toMatchObject([{ quantity: 4 }]);
});
