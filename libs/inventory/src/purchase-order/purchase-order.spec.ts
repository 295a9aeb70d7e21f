import { purchaseOrderChanged } from '@stockbook/contracts';
import { failure, factsOf, ok, openShop, refused, type Shop, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
let shop: Shop;
let mug: number;
let bowl: number;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  user = await world.account();
  shop = await openShop(user);
  [mug, bowl] = [await addItem('Mug'), await addItem('Bowl')];
});
afterEach(async () => {
  await world.settled();
  expect(ok(await user.api.inventory.flow.verify({})).faults).toEqual([]);
});

const inventory = () => user.api.inventory;
const addItem = async (name: string) => ok(await inventory().item.add({ name, cost: 3 })).item_id;

type Order = Parameters<TestUser['api']['inventory']['purchase_order']['add']>[0];
const order = async (fields: Partial<Order> = {}) => {
  const item = [
    { item_id: mug, quantity: 10, cost: 2 },
    { item_id: bowl, quantity: 4, cost: 5 },
  ];
  const added = await inventory().purchase_order.add({ location_id: shop.store_id, item, ...fields });
  return ok(added).purchase_order_id;
};
const orderOf = async (purchase_order_id: number) =>
  ok(await inventory().purchase_order.get({ purchase_order_id })).purchase_orders[0]!;
const received = async (id: number) => (await orderOf(id)).items.map(({ quantity_received }) => quantity_received);
const linesOf = (...pieces: [item_id: number, quantity: number][]) =>
  pieces.map(([item_id, quantity]) => ({ item_id, quantity, cost: 2, location_id: shop.store_id }));
const receive = (purchase_order_id: number, ...pieces: [item_id: number, quantity: number][]) =>
  inventory().addition.add({ purchase_order_id, addition: linesOf(...pieces) });
/** Matches the day of the test. The day may change while it runs. */
const today = (): unknown => {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  return expect.stringMatching(`${dayOf(Date.now() - 60_000)}|${dayOf(Date.now())}`);
};

test('a purchase order follows its receipts, also when they are edited and deleted', async () => {
  const id = await order();
  expect(await orderOf(id)).toMatchObject({ status: 'open', closed: false, total: 40, date_received: '' });
  const first = ok(await receive(id, [mug, 6])).item_addition_id;
  expect(await orderOf(id)).toMatchObject({ status: 'partly_received', date_received: '' });
  const second = ok(await receive(id, [mug, 4], [bowl, 4])).item_addition_id;
  expect(await orderOf(id)).toMatchObject({ status: 'received', date_received: today() });
  expect(await received(id)).toEqual([10, 4]);
  ok(await inventory().addition.edit({ item_addition_id: second, addition: linesOf([bowl, 4]) }));
  expect(await orderOf(id)).toMatchObject({ status: 'partly_received', date_received: '' });
  ok(await inventory().addition.delete({ item_addition_id: first }));
  expect(await received(id)).toEqual([0, 4]);
  ok(await inventory().addition.delete({ item_addition_id: second }));
  expect(await orderOf(id)).toMatchObject({ status: 'open' });
  const facts = await factsOf(world, user.account_id, purchaseOrderChanged, id);
  expect(facts.map(({ payload }) => payload.change)).toEqual([
    'added',
    'received',
    'received',
    'edited',
    'edited',
    'edited',
  ]);
  expect(facts[2]?.payload.previous).toMatchObject({ status: 'partly_received', date_received: '' });
});

test('receipts that arrive at the same time bring no more than was ordered', async () => {
  const id = await order();
  const pieces = Array.from({ length: 18 }, (_, n) => (n % 3 ? mug : bowl));
  const receipts = pieces.map((item_id, n) =>
    inventory().addition.add({ purchase_order_id: id, comment: `${n}`, addition: linesOf([item_id, 1]) }),
  );
  const replies = await Promise.all(receipts);
  expect(replies.filter(({ error }) => !error)).toHaveLength(14);
  expect(await orderOf(id)).toMatchObject({ status: 'received' });
  expect(await received(id)).toEqual([10, 4]);
});

test('only allow_over_receipt receives more than was ordered, also of an item that was not ordered', async () => {
  const lamp = await addItem('Lamp');
  const id = await order();
  const addition = linesOf([bowl, 3], [mug, 11], [lamp, 1]);
  const over = (item_id: number, pieces: number, wanted: number) =>
    `Of item ${item_id}, ${pieces} pieces would be received, but purchase order ${id} asks for ${wanted}; ` +
    'allow_over_receipt books them.';
  const { error_details } = failure(await inventory().addition.add({ purchase_order_id: id, addition }));
  expect(error_details).toEqual(
    expect.arrayContaining([
      { code: 'invalid', field: 'addition[1].quantity', message: over(mug, 11, 10) },
      { code: 'invalid', field: 'addition[2].quantity', message: over(lamp, 1, 0) },
    ]),
  );
  expect(error_details).toHaveLength(2);
  ok(await inventory().addition.add({ purchase_order_id: id, addition, allow_over_receipt: true }));
  expect(await received(id)).toEqual([11, 3]);
  // Less of what is over is no over-receipt.
  ok(await receive(id, [bowl, 1]));
  expect(await orderOf(id)).toMatchObject({ status: 'received' });
});

test('two lines of one item are received in their order', async () => {
  const item = [5, 3].map((quantity) => ({ item_id: mug, quantity, cost: 1 }));
  const id = await order({ item });
  ok(await receive(id, [mug, 6]));
  expect(await received(id)).toEqual([5, 1]);
  ok(await inventory().purchase_order.edit({ purchase_order_id: id, item: item.toReversed() }));
  expect(await received(id)).toEqual([3, 3]);
});

test('a closed purchase order takes no receipts until it is opened again; less may be received', async () => {
  const id = await order();
  const { item_addition_id } = ok(await receive(id, [mug, 6]));
  ok(await inventory().purchase_order.edit({ purchase_order_id: id, closed: true }));
  expect(await orderOf(id)).toMatchObject({ status: 'closed', closed: true });
  expect(failure(await receive(id, [mug, 1])).error_details).toEqual([
    {
      code: 'locked',
      field: 'purchase_order_id',
      message: `Purchase order ${id} is closed and takes no receipts.`,
    },
  ]);
  ok(await inventory().addition.edit({ item_addition_id, addition: linesOf([mug, 5]) }));
  expect(await orderOf(id)).toMatchObject({ status: 'closed' });
  ok(await inventory().purchase_order.edit({ purchase_order_id: id, closed: false }));
  expect(await orderOf(id)).toMatchObject({ status: 'partly_received' });
});

test('a purchase order asks for no less than it has received, and is received when it asks for no more', async () => {
  const id = await order();
  ok(await receive(id, [mug, 6]));
  const ask = (quantity: number) =>
    inventory().purchase_order.edit({ purchase_order_id: id, item: [{ item_id: mug, quantity, cost: 2 }] });
  expect(refused(await ask(5))).toEqual([
    `Purchase order ${id} has received 6 pieces of item ${mug}: it cannot ask for 5.`,
  ]);
  ok(await ask(6));
  expect(await orderOf(id)).toMatchObject({
    status: 'received',
    date_received: today(),
    total: 12,
  });
  ok(await inventory().purchase_order.edit({ purchase_order_id: id, date_received: '2026-02-03' }));
  expect(await orderOf(id)).toMatchObject({ date_received: '2026-02-03' });
});

test("a line without a cost has the item's own, and the purchase order of a receipt cannot change", async () => {
  const id = await order({ currency: 'USD', currency_value: 2, item: [{ item_id: mug, quantity: 2 }] });
  expect(await orderOf(id)).toMatchObject({ total: 12, items: [{ cost: 6, name: 'Mug' }] });
  const { item_addition_id } = ok(await receive(id, [mug, 1]));
  const moved = await inventory().addition.edit({ item_addition_id, purchase_order_id: await order() });
  expect(refused(moved)).toEqual([`purchase_order_id cannot change; that of addition ${item_addition_id} is ${id}.`]);
});

test('the limit of the total reveals no cost to a user who may not see cost', async () => {
  const quantity = 2_000_000_000;
  const purchase_order_id = await order({ item: [{ item_id: mug, quantity: 1, cost: 60 }] });
  const given = [{ item_id: mug, quantity, cost: 60 }];
  expect(refused(await inventory().purchase_order.edit({ purchase_order_id, item: given }))).toEqual([
    'The total of item must be less than 100000000000.',
  ]);
  const clerk = await world.colleague(user, { access: ['*'], modify: ['*'], view_cost: false });
  const { purchase_order } = clerk.api.inventory;
  ok(await purchase_order.edit({ purchase_order_id, item: [{ item_id: mug, quantity }] }));
  expect(await orderOf(purchase_order_id)).toMatchObject({
    total: 99_999_999_999.9999,
    items: [{ cost: 60, quantity }],
  });
  ok(await inventory().purchase_order.edit({ purchase_order_id, comment: 'Dear' }));
  ok(await inventory().item.edit({ item_id: bowl, cost: 20_000 }));
  const dear = { currency: 'USD', currency_value: 9_999_999, item: [{ item_id: bowl, quantity: 1 }] };
  const added = ok(await purchase_order.add({ location_id: shop.store_id, ...dear }));
  expect(await orderOf(added.purchase_order_id)).toMatchObject({ items: [{ cost: 99_999_999_999.9999 }] });
});

test('purchase orders are listed by status, and sorted by names of user, location, supplier, or total', async () => {
  const named = async (name: string) => ok(await inventory().supplier.add({ name })).supplier_id;
  const [zoe, adam] = [await named('Zoe'), await named('adam')];
  const item = (cost: number) => [{ item_id: mug, quantity: 1, cost }];
  const first = await order({ supplier_id: zoe, item: item(5) });
  const second = await order({ supplier_id: adam, item: item(9), location_id: shop.depot_id });
  const ids = async (input: Parameters<TestUser['api']['inventory']['purchase_order']['get']>[0]) =>
    ok(await inventory().purchase_order.get({ order: 'ASC', ...input })).purchase_orders.map(
      (each) => each.purchase_order_id,
    );
  expect(await ids({ sort: 'supplier' })).toEqual([second, first]);
  expect(await ids({ sort: 'location' })).toEqual([second, first]);
  expect(await ids({ sort: 'total' })).toEqual([first, second]);
  expect(await ids({ sort: 'user' })).toEqual([first, second]);
  ok(await receive(second, [mug, 1]));
  expect([await ids({ filter_status: 'received' }), await ids({ filter_status: 'open' })]).toEqual([[second], [first]]);
  const clerk = await world.colleague(user, { access: ['*'], modify: [], view_cost: false });
  expect(refused(await clerk.api.inventory.purchase_order.get({ sort: 'total' }))).toEqual([
    'You may not sort by total: it needs the permission to view cost.',
  ]);
});

test('a supplier is free once the goods have come, or the order is closed', async () => {
  const { supplier_id } = ok(await inventory().supplier.add({ name: 'Kiln' }));
  const [whole, short] = [await order({ supplier_id }), await order({ supplier_id })];
  ok(await receive(whole, [mug, 10], [bowl, 4]));
  expect(refused(await inventory().supplier.delete({ supplier_id }))).toEqual([
    `Supplier ${supplier_id} still has to deliver purchase order ${short}.`,
  ]);
  ok(await inventory().purchase_order.edit({ purchase_order_id: short, closed: true }));
  ok(await inventory().supplier.delete({ supplier_id }));
  expect((await orderOf(whole)).supplier_id).toBe(supplier_id);
});

test('a purchase order awaits goods again from a supplier, at a location and of items that live', async () => {
  const { supplier_id } = ok(await inventory().supplier.add({ name: 'Kiln' }));
  const { location_id } = ok(await inventory().location.add({ name: 'Yard' }));
  const vase = await addItem('Vase');
  const line = (item_id: number, quantity: number) => ({ item_id, quantity, cost: 1 });
  const { purchase_order } = inventory();
  const closed = await order({ supplier_id, location_id, item: [line(mug, 1), line(vase, 2)] });
  ok(await purchase_order.edit({ purchase_order_id: closed, closed: true }));
  const whole = await order({ supplier_id, item: [line(vase, 2)] });
  ok(await receive(whole, [vase, 2]));
  ok(await inventory().supplier.delete({ supplier_id }));
  ok(await inventory().location.delete({ location_id }));
  ok(await inventory().item.delete({ item_id: vase }));
  const gone = [`There is no location ${location_id}.`, `There is no supplier ${supplier_id}.`];
  const noItem = `There is no item ${vase}.`;
  const reopened = await purchase_order.edit({ purchase_order_id: closed, closed: false });
  expect(refused(reopened)).toEqual([...gone, noItem]);
  const raised = await purchase_order.edit({ purchase_order_id: whole, item: [line(vase, 3)] });
  expect(refused(raised)).toEqual([gone[1], noItem]);
  for (const purchase_order_id of [closed, whole])
    ok(await purchase_order.edit({ purchase_order_id, comment: 'Late' }));
  const living = { supplier_id: 0, location_id: shop.store_id, item: [line(mug, 1)] };
  ok(await purchase_order.edit({ purchase_order_id: closed, closed: false, ...living }));
  expect(await orderOf(closed)).toMatchObject({ status: 'open' });
});

test('of two receipts of the last pieces at the same moment one is refused', async () => {
  for (let round = 0; round < 20; round++) {
    const id = await order();
    const answers = await Promise.all([receive(id, [mug, 6], [bowl, 4]), receive(id, [mug, 5])]);
    expect(answers.filter(({ error }) => error)).toHaveLength(1);
    const [first] = answers;
    expect(await received(id)).toEqual(first?.error ? [5, 0] : [6, 4]);
  }
});

test('of a purchase order and the delete of its supplier or its item at the same moment one is refused', async () => {
  for (let round = 0; round < 20; round++) {
    const { supplier_id } = ok(await inventory().supplier.add({ name: `Kiln ${round}` }));
    const item_id = await addItem(`Vase ${round}`);
    const item = [{ item_id, quantity: 1, cost: 1 }];
    const [added, supplier, deleted] = await Promise.all([
      inventory().purchase_order.add({ location_id: shop.store_id, supplier_id, item }),
      inventory().supplier.delete({ supplier_id }),
      inventory().item.delete({ item_id }),
    ]);
    const isKept = Boolean(supplier.error && deleted.error);
    expect(isKept).toBe(!added.error);
  }
});
