import type { Order, OrderChange } from '@stockbook/contracts';
import { eventually, ok, refused, stockItem, type TestUser, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
let mugs = 0;
let model: string;
let sku: string;
beforeAll(async () => {
  world = await World.shared();
  counter = await Counter.open(world);
});
beforeEach(() => {
  mugs++;
  [model, sku] = [`MUG-${mugs}`, `SKU-${mugs}`];
});

/** Keeps the inventory from answering about items while the work is done. */
const whileItHangs = <T>(work: () => Promise<T>) => world.whileLocked('inventory', 'LOCK TABLE inventory.item', work);

/** Adds nine pieces of the test's own item. */
const mug = () => stockItem(counter.user, counter.shop, 9, { name: 'Mug', model, sku, image: 'mug.png', weight: 0.5 });

const quantityOf = async (item_id: number) =>
  ok(await counter.user.api.inventory.item.get({ item_id })).items[0]?.quantity;

/** Returns the demands of an order that sales has published, in their order. */
async function demandsOf(order_id: number) {
  const rows = await counter.sql<{ payload: OrderChange }>(
    `SELECT payload FROM sales.outbox_archive WHERE topic = 'sale.order' AND aggregate_id = $1 ORDER BY sequence`,
    [order_id],
  );
  return rows.flatMap(({ payload: { change, demand } }) => (demand ? [{ change, ...demand }] : []));
}

describe('an order that comes in while the inventory does not answer', () => {
  it('gets its items, their weight, image and cost when the inventory is back', async () => {
    const item_id = await mug();
    const products = [
      product({ item_id, name: 'My mug', quantity: 2 }),
      product({ model, name: '', cost: 7 }),
      product({ sku, cost: 0 }),
      product({ model: 'NONE' }),
      product(),
    ];
    const placed = await whileItHangs(() => counter.place({ products }));
    expect(placed).toMatchObject({
      weight: 0,
      products: [{ item_id, name: 'My mug', thumb: '' }, { item_id: 0 }, {}, {}, {}],
    });
    const order = await counter.settled(placed.order_id);
    const found = { item_id, thumb: 'mug.png', model, sku, weight: 0.5 };
    expect(order).toMatchObject({
      weight: 2,
      cost: 12,
      products: [
        { ...found, name: 'My mug', cost: 2.5 },
        { ...found, name: 'Mug', cost: 7 },
        { ...found, name: 'Gift wrap', cost: 0 },
        { item_id: 0, model: 'NONE', weight: 0 },
        { item_id: 0, name: 'Gift wrap' },
      ],
    });
    expect(order.products.map(({ order_product_id }) => order_product_id)).toEqual(
      placed.products.map(({ order_product_id }) => order_product_id),
    );
    expect(await counter.history(placed.order_id)).toHaveLength(1);
  });

  it('has its stock deducted only once its lines are complete', async () => {
    const item_id = await mug();
    const products = [product({ item_id, quantity: 2 }), product({ model })];
    const { order_id } = await whileItHangs(() => counter.place({ products, order_status_id: counter.shop.paid_id }));
    expect((await counter.settled(order_id)).products).toMatchObject([{ deducted: true }, { deducted: true }]);
    expect(await quantityOf(item_id)).toBe(6);
    expect(await demandsOf(order_id)).toMatchObject([
      { version: 1, change: 'added', lines: [] },
      {
        version: 2,
        change: 'completed',
        user_id: counter.user.user_id,
        lines: [
          { item_id, quantity: 2 },
          { item_id, quantity: 1 },
        ],
      },
    ]);
  });

  it('keeps lines whose item is unknown or ambiguous as free text, and its history says so', async () => {
    const item_id = await mug();
    await stockItem(counter.user, counter.shop, 1, { name: 'Other mug', sku });
    const products = [product({ item_id }), product({ item_id: 2 ** 40, name: 'Lamp' }), product({ sku })];
    const { order_id } = await whileItHangs(() => counter.place({ products }));
    expect((await counter.settled(order_id)).products).toMatchObject([
      { item_id },
      { item_id: 0, name: 'Lamp' },
      { item_id: 0, sku },
    ]);
    expect((await counter.history(order_id)).map(({ comment, user_id }) => [comment, user_id])).toEqual([
      ['', counter.user.user_id],
      [`Line 2 (Lamp) stays as free text: there is no item ${2 ** 40}.`, 0],
      [`Line 3 (Gift wrap) stays as free text: several items have the sku ${sku}.`, 0],
    ]);
  });

  it('finds only items of the channel groups that its user is limited to', async () => {
    const { setting } = counter.user.api;
    const group = async (name: string) => {
      const channels = [counter.shop.channel_id];
      return ok(await setting.channel_group.add({ name, channels })).channel_group_id;
    };
    const [own, other] = [await group('Own'), await group('Other')];
    const [mine, theirs] = [
      await stockItem(counter.user, counter.shop, 1, { model: 'MINE', channel_group_id: own }),
      await stockItem(counter.user, counter.shop, 1, { model: 'THEIRS', channel_group_id: other }),
    ];
    const permission = { access: ['*'], modify: ['*'], view_cost: true, channel_groups: [own] };
    const clerk: TestUser = await world.colleague(counter.user, permission);
    const products = [product({ model: 'MINE' }), product({ item_id: theirs }), product({ model: 'THEIRS' })];
    const request = counter.order({ products });
    const { order } = await whileItHangs(async () => ok(await clerk.api.sale.order.add(request)));
    expect((await counter.settled(order.order_id)).products.map(({ item_id }) => item_id)).toEqual([mine, 0, 0]);
  });

  it('takes its stock from the location of its channel when its own was deleted meanwhile', async () => {
    const { integration, inventory } = counter.user.api;
    const { location_id } = ok(await inventory.location.add({ name: 'Kiosk' }));
    const configuration = { location_id };
    const { channel_id } = ok(await integration.channel.add({ type: 'pos', name: 'Kiosk', configuration }));
    const item_id = await mug();
    const products = [product({ model })];
    const order_status_id = counter.shop.paid_id;
    const { order_id } = await whileItHangs(async () => {
      const order = await counter.place({ channel_id, products, order_status_id });
      ok(await integration.channel.edit({ channel_id, configuration: { location_id: counter.shop.store_id } }));
      const key = [counter.user.account_id, location_id];
      await counter.sql('INSERT INTO sales.closed_location (account_id, location_id) VALUES ($1, $2)', key);
      return order;
    });
    expect(await counter.settled(order_id)).toMatchObject({
      location_id: counter.shop.store_id,
      products: [{ item_id, deducted: true }],
    });
    expect((await counter.history(order_id)).map(({ comment }) => comment)).toContain(
      `Location ${location_id} is deleted: the order takes its stock from location ${counter.shop.store_id}.`,
    );
  });
});

describe('an order that waits for the inventory', () => {
  const waiting = async (item_id: number) => {
    const products = [product({ item_id, quantity: 2 }), product({ model })];
    return counter.place({ products, order_status_id: counter.shop.paid_id });
  };

  it('can be edited, and keeps its lines', async () => {
    const item_id = await mug();
    const { order_id } = await whileItHangs(async () => {
      const order = await waiting(item_id);
      const late = await counter.orders.edit({ order_id: order.order_id, products: [product({ item_id })] });
      // Inventory's database ends its statement at the moment when sales waits no longer.
      expect(refused(late)).toEqual([
        expect.stringMatching(/ (did not answer in time|was too slow); the same request can be repeated safely\.$/),
      ]);
      return counter.edit(order.order_id, { city: 'Paris' });
    });
    expect(await counter.settled(order_id)).toMatchObject({
      city: 'Paris',
      weight: 1.5,
      products: [
        { item_id, deducted: true },
        { item_id, deducted: true },
      ],
    });
    expect(await quantityOf(item_id)).toBe(6);
    expect((await demandsOf(order_id)).map(({ change, lines }) => [change, lines.length])).toEqual([
      ['added', 0],
      ['edited', 0],
      ['completed', 2],
    ]);
  });

  it('gets new lines by an edit that waits longer for the inventory than a new order does', async () => {
    const item_id = await mug();
    const order = await counter.place({ products: [product()] });
    const edited = await whileItHangs(async () => {
      const placed = counter.place({ products: [product({ item_id })] });
      const edit = counter.orders.edit({ order_id: order.order_id, products: [product({ item_id, quantity: 3 })] });
      await placed;
      return { edit };
    });
    ok(await edited.edit);
    expect(await counter.settled(order.order_id)).toMatchObject({ products: [{ item_id, quantity: 3 }] });
  });

  it('is credited once the inventory knows its items: then what it took comes back', async () => {
    const { credit_note } = counter.user.api.sale;
    const item_id = await mug();
    const item_bundles = [{ bundle_item_id: item_id, quantity: 2 }];
    const bundle = ok(await counter.user.api.inventory.item.add({ name: 'Two mugs', item_bundles }));
    const products = [product({ model, quantity: 3 }), product({ item_id: bundle.item_id })];
    const credit = ({ order_id, products: sold }: Order) => {
      const credited = sold.map(({ order_product_id }) => ({ order_product_id, quantity: 1 }));
      return credit_note.add({ order_id, products: credited, restock: 1 });
    };
    const placed = await whileItHangs(async () => {
      const order = await counter.place({ total: 40, products, order_status_id: counter.shop.paid_id });
      const later = 'is not looked up yet; the same request can be repeated safely.';
      expect(refused(await credit(order))).toEqual(
        order.products.map(({ order_product_id }) => `The item of order product ${order_product_id} ${later}`),
      );
      return order;
    });
    await counter.settled(placed.order_id);
    expect(await quantityOf(item_id)).toBe(4);
    ok(await credit(placed));
    await world.settled();
    expect(await quantityOf(item_id)).toBe(7);
  });

  it('takes what its last status wants', async () => {
    const item_id = await mug();
    const { order_id } = await whileItHangs(async () => {
      const order = await waiting(item_id);
      ok(await counter.orders.addHistory({ order_id: order.order_id, order_status_id: counter.shop.pending_id }));
      return order;
    });
    expect((await counter.settled(order_id)).products).toMatchObject([{ item_id, deducted: false }, { item_id }]);
    expect(await quantityOf(item_id)).toBe(9);
  });

  it('takes nothing once it is deleted', async () => {
    const item_id = await mug();
    const { order_id } = await whileItHangs(async () => {
      const order = await waiting(item_id);
      ok(await counter.orders.delete({ order_id: order.order_id }));
      return order;
    });
    await world.settled();
    expect(await quantityOf(item_id)).toBe(9);
    expect((await demandsOf(order_id)).map(({ change, lines }) => [change, lines.length])).toEqual([
      ['added', 0],
      ['deleted', 0],
    ]);
  });

  it('is complete at once where an edit gives it lines that the inventory knows', async () => {
    const item_id = await mug();
    const { order_id } = await whileItHangs(() => waiting(2 ** 40));
    const [first, second] = [product({ item_id, quantity: 4 }), product({ model: 'NONE' })];
    await counter.edit(order_id, { products: [first, second] });
    expect(await counter.settled(order_id)).toMatchObject({
      weight: 2,
      products: [
        { item_id, quantity: 4, deducted: true },
        { item_id: 0, model: 'NONE' },
      ],
    });
    expect(await quantityOf(item_id)).toBe(5);
  });
});

test('orders of several accounts are completed', async () => {
  const others = [await Counter.open(world), await Counter.open(world)];
  const items = await Promise.all(
    others.map(({ user, shop }) => stockItem(user, shop, 9, { model: 'LAMP', weight: 2 })),
  );
  const placed = await whileItHangs(() =>
    Promise.all(
      others.flatMap((other) =>
        [1, 2, 3].map(async () => ({ other, ...(await other.place({ products: [product({ model: 'LAMP' })] })) })),
      ),
    ),
  );
  for (const { other, order_id } of placed) {
    const { products, weight } = await other.settled(order_id);
    expect([products[0]?.item_id, weight]).toEqual([items[others.indexOf(other)], 2]);
  }
});

test('an order that cannot be completed does not hold up those of other accounts', async () => {
  const [bad, good] = [await Counter.open(world), await Counter.open(world)];
  const products = [product({ model: 'LAMP' })];
  const [stuck, free] = await whileItHangs(async () => {
    const { order_id } = await bad.place({ products });
    await bad.sql(`UPDATE sales.sale_order SET lookup = lookup || '{"lines": 0}' WHERE order_id = $1`, [order_id]);
    return [order_id, (await good.place({ products })).order_id];
  });
  const isComplete = async (order_id: number) =>
    (await good.sql('SELECT FROM sales.sale_order WHERE order_id = $1 AND lookup IS NULL', [order_id])).length === 1;
  await eventually(() => isComplete(free));
  expect(await isComplete(stuck)).toBe(false);
  const lines = '{"lines": [{"position": 0, "has_cost": false}]}';
  await bad.sql('UPDATE sales.sale_order SET lookup = lookup || $2 WHERE order_id = $1', [stuck, lines]);
  await world.settled();
  expect(await isComplete(stuck)).toBe(true);
});
