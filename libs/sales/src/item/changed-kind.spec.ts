import type { OrderEdit } from '@stockbook/contracts';
import { failure, ok, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../counter.fixture.js';

let world: World;
let counter: Counter;
let void_id: number;
let part: number;
let names = 0;
beforeAll(async () => {
  world = await World.shared();
  counter = await Counter.open(world);
  void_id = await statusOf({ void: true });
  part = await stocked(100);
});
afterEach(async () => {
  await world.settled();
  expect(ok(await counter.user.api.inventory.flow.verify({}))).toMatchObject({ ok: true, faults: [] });
});

const items = () => counter.user.api.inventory.item;
const stocked = (pieces: number) => stockItem(counter.user, counter.shop, pieces, { name: `Part ${++names}` });
const statusOf = async (flags: object) =>
  ok(await counter.user.api.setting.order_status.add({ name: `Status ${++names}`, ...flags })).order_status_id;
const lineOf = (item_id: number, quantity = 1) => product({ item_id, quantity });
const place = async (item_id: number, order_status_id: number, quantity = 1) =>
  (await counter.place({ order_status_id, products: [lineOf(item_id, quantity)] })).order_id;
const setStatus = (order_id: number, order_status_id: number) =>
  counter.orders.addHistory({ order_id, order_status_id });
const makeBundle = (item_id: number) =>
  items().edit({ item_id, item_bundles: [{ bundle_item_id: part, quantity: 1 }] });

/** The item's change is no longer guarded against orders that looked it up before. */
async function becomesBundle(item_id: number) {
  await world.settled();
  ok(await makeBundle(item_id));
  await counter.sql('UPDATE sales.changing_item SET date_expire = now() WHERE item_id = $1', [item_id]);
}

/** Returns an order that was void while its item became a bundle. */
async function voidOrder() {
  const item_id = await stocked(0);
  const order_id = await place(item_id, counter.shop.pending_id);
  ok(await setStatus(order_id, void_id));
  await becomesBundle(item_id);
  return { item_id, order_id };
}

const refusalOf = (item_id: number, field: string) => [
  { code: 'locked', field, message: `Item ${item_id} is a bundle by now: take its line out and add it again.` },
];

describe('a void order whose item is a bundle by now', () => {
  it('is refused another status, by addHistory and by edit, until the line is added again', async () => {
    const { item_id, order_id } = await voidOrder();
    const order_status_id = counter.shop.paid_id;
    const refusal = refusalOf(item_id, 'order_status_id');
    expect(failure(await setStatus(order_id, order_status_id)).error_details).toEqual(refusal);
    const edits: Omit<OrderEdit, 'order_id'>[] = [{}, { products: [lineOf(item_id)] }];
    for (const edit of edits)
      expect(failure(await counter.orders.edit({ order_id, order_status_id, ...edit })).error_details).toEqual(refusal);
    await counter.edit(order_id, { products: [product()] });
    await counter.edit(order_id, { products: [lineOf(item_id)], order_status_id });
    expect((await counter.settled(order_id)).products).toMatchObject([
      { item_id, deducted: true, components: [{ item_id: part, quantity: 1 }] },
    ]);
  });

  it('takes changes that leave it void, and comes back when the item is no bundle any more', async () => {
    const { item_id, order_id } = await voidOrder();
    await counter.edit(order_id, { products: [lineOf(item_id, 3)] });
    ok(await setStatus(order_id, await statusOf({ void: true })));
    ok(await items().edit({ item_id, bundle: false }));
    await counter.sql('UPDATE sales.changing_item SET date_expire = now() WHERE item_id = $1', [item_id]);
    ok(await setStatus(order_id, counter.shop.paid_id));
    expect((await counter.settled(order_id)).products).toMatchObject([{ item_id, quantity: 3, deducted: false }]);
    ok(await counter.orders.delete({ order_id }));
  });

  it('is refused another status by an import', async () => {
    const { channel } = counter.user.api.integration;
    const item_id = await stocked(0);
    const { channel_id } = counter.shop;
    const { order_status_id: _, ...content } = counter.order({ products: [lineOf(item_id)] });
    const imported = { ...content, channel_id, imported_order_id: `WEB-${++names}` };
    ok(await channel.importOrder({ ...imported, order_status_id: void_id }));
    await becomesBundle(item_id);
    const refused = failure(await channel.importOrder({ ...imported, order_status_id: counter.shop.paid_id }));
    expect(refused.error_details).toEqual(refusalOf(item_id, 'order_status_id'));
  });
});

describe('an order that took an item before it became a bundle', () => {
  it('takes no more of it', async () => {
    const item_id = await stocked(2);
    const order_id = await place(item_id, counter.shop.paid_id, 2);
    await becomesBundle(item_id);
    const edit = (quantity: number) =>
      counter.orders.edit({ order_id, products: [product(), lineOf(item_id, quantity)] });
    expect(failure(await edit(3)).error_details).toEqual(refusalOf(item_id, 'products[1].quantity'));
    ok(await edit(1));
    expect((await counter.settled(order_id)).products).toMatchObject([{}, { item_id, quantity_deducted: 1 }]);
  });

  it('gives its pieces back and takes them again', async () => {
    const item_id = await stocked(2);
    const order_id = await place(item_id, counter.shop.paid_id, 2);
    await becomesBundle(item_id);
    for (const [status_id, quantity_deducted] of [
      [counter.shop.pending_id, 0],
      [counter.shop.paid_id, 2],
    ] as const) {
      ok(await setStatus(order_id, status_id));
      expect((await counter.settled(order_id)).products).toMatchObject([{ item_id, quantity_deducted }]);
    }
  });
});

test('an item becomes no bundle while an order waits for it in a void status that takes stock', async () => {
  const item_id = await stocked(0);
  const order_id = await place(item_id, await statusOf({ void: true, deduct: true }));
  expect((await makeBundle(item_id)).error).toEqual([`Item ${item_id} still has open lines of order ${order_id}.`]);
  ok(await counter.orders.delete({ order_id }));
});
