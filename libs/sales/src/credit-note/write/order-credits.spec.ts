import { eventually, ok, refused, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

const WAITING = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;

let world: World;
let counter: Counter;
let item_id: number;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  counter = await Counter.open(world);
  item_id = await stockItem(counter.user, counter.shop, 10, { name: 'Mug' });
});

const notes = () => counter.user.api.sale.credit_note;
const onHand = async () => {
  await world.settled();
  return ok(await counter.user.api.inventory.item.get({ item_id })).items[0]?.quantity;
};
/** Sells pieces, three by default; `products` credits some of them. */
async function sell(order_status_id: number, quantity: number, sold = 3) {
  const order = await counter.place({
    order_status_id,
    total: 10 * sold,
    products: [product({ item_id, quantity: sold })],
  });
  const products = [{ order_product_id: order.products[0]?.order_product_id, quantity }];
  return { order_id: order.order_id, products };
}

test('an order does not give back what a credit note has given back', async () => {
  const { order_id, products } = await sell(counter.shop.paid_id, 2);
  await world.settled();
  const { credit_note_id } = ok(await notes().add({ order_id, products, restock: 1 }));
  const { order } = counter.user.api.sale;
  const { pending_id: order_status_id } = counter.shop;
  const reason = [`Stock of order ${order_id} is already given back by credit note ${credit_note_id}.`];
  expect(refused(await order.addHistory({ order_id, order_status_id }))).toEqual(reason);
  expect(refused(await order.edit({ order_id, order_status_id }))).toEqual(reason);
  expect(await onHand()).toBe(9);
  ok(await notes().delete({ credit_note_id }));
  ok(await order.addHistory({ order_id, order_status_id }));
  expect(await onHand()).toBe(10);
});

test('a credit note gives back nothing of an order that takes no stock', async () => {
  const { order_id, products } = await sell(counter.shop.pending_id, 1);
  const reason = [`Order ${order_id} takes no stock in its status, so a credit note gives none of it back.`];
  expect(refused(await notes().add({ order_id, products, restock: 1 }))).toEqual(reason);
  const { credit_note_id } = ok(await notes().add({ order_id, products }));
  expect(refused(await notes().edit({ credit_note_id, restock: 1 }))).toEqual(reason);
  const { credit_note_status } = counter.user.api.setting;
  const { credit_note_status_id } = ok(await credit_note_status.add({ name: 'Returned', restock: true }));
  expect(refused(await notes().addHistory({ credit_note_id, credit_note_status_id }))).toEqual(reason);
  expect(await onHand()).toBe(10);
});

test('a credit note gives back nothing of an order line that is short of stock', async () => {
  const older = await sell(counter.shop.paid_id, 1, 11);
  const { order_id, products } = await sell(counter.shop.paid_id, 2, 12);
  await world.settled();
  const [line] = products;
  const reason = [
    `Order product ${line?.order_product_id} is short of 12 pieces, so a credit note gives none of it back.`,
  ];
  expect(refused(await notes().add({ order_id, products, restock: 1 }))).toEqual(reason);
  const { credit_note_id } = ok(await notes().add({ order_id, products }));
  expect(refused(await notes().edit({ credit_note_id, restock: 1 }))).toEqual(reason);
  const { credit_note_status } = counter.user.api.setting;
  const { credit_note_status_id } = ok(await credit_note_status.add({ name: 'Returned', restock: true }));
  expect(refused(await notes().addHistory({ credit_note_id, credit_note_status_id }))).toEqual(reason);
  expect(await counter.settled(older.order_id)).toMatchObject({ products: [{ deducted: false }] });
  const { store_id: location_id } = counter.shop;
  ok(await counter.user.api.inventory.item.editStock({ items: [{ item_id, location_id, quantity: 23 }] }));
  await world.settled();
  ok(await notes().edit({ credit_note_id, restock: 1 }));
  expect(await onHand()).toBe(2);
});

test('a credit note gives back nothing of an order line that still waits for its stock', async () => {
  await sell(counter.shop.paid_id, 0, 12);
  await world.settled();
  const { account_id } = counter.user;
  const locked = `SELECT FROM inventory.item_stock WHERE account_id = ${account_id} FOR UPDATE`;
  const { order_id, products } = await world.whileLocked('inventory', locked, async () => {
    const sold = await sell(counter.shop.paid_id, 2, 2);
    const [line] = sold.products;
    expect(refused(await notes().add({ ...sold, restock: 1 }))).toEqual([
      `Order product ${line?.order_product_id} still waits for its stock, so a credit note gives none of it back.`,
    ]);
    const { credit_note_id } = ok(await notes().add({ ...sold }));
    ok(await notes().delete({ credit_note_id }));
    return sold;
  });
  await world.settled();
  const { store_id: location_id } = counter.shop;
  ok(await counter.user.api.inventory.item.editStock({ items: [{ item_id, location_id, quantity: 20 }] }));
  await world.settled();
  ok(await notes().add({ order_id, products, restock: 1 }));
  expect(await onHand()).toBe(8);
});

test('the total of an order does not fall below that of its credit notes', async () => {
  const { order_id, products } = await sell(counter.shop.paid_id, 2);
  const { credit_note_id } = ok(await notes().add({ order_id, products }));
  const { order } = counter.user.api.sale;
  expect(refused(await order.edit({ order_id, total: 19.99 }))).toEqual([
    `Credit notes of order ${order_id} add up to 20, so its total cannot be 19.99.`,
  ]);
  ok(await order.edit({ order_id, total: 20 }));
  ok(await notes().edit({ credit_note_id, total: 25, allow_over_credit: true }));
  ok(await order.edit({ order_id, total: 15 }));
});

test('two edits of different contact fields both hold', async () => {
  const { order_id, products } = await sell(counter.shop.paid_id, 1);
  const { credit_note_id } = ok(await notes().add({ order_id, products, firstname: 'Ann', email: 'ann@shop.test' }));
  const row = `SELECT FROM sales.sale_credit_note WHERE credit_note_id = ${credit_note_id} FOR UPDATE`;
  const edits = await world.whileLocked('sales', row, async () => {
    const begun = [
      notes().edit({ credit_note_id, firstname: 'Bea' }),
      notes().edit({ credit_note_id, email: 'bea@shop.test' }),
      notes().edit({ credit_note_id, currency_value: 2 }),
    ];
    await eventually(async () => (await counter.sql(WAITING)).length >= begun.length);
    return begun;
  });
  (await Promise.all(edits)).forEach(ok);
  const [note] = ok(await notes().get({ credit_note_id })).credit_notes;
  expect(note).toMatchObject({ firstname: 'Bea', email: 'bea@shop.test', currency_value: 2 });
});
