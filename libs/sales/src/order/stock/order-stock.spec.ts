import { ok, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (counter = await Counter.open(world)));

const comments = async (order_id: number) =>
  (await counter.history(order_id)).map(({ comment }) => comment).filter(Boolean);

async function paid(pieces: number, wanted: number) {
  const item_id = await stockItem(counter.user, counter.shop, pieces);
  const line = product({ item_id, name: 'Blue mug', quantity: wanted });
  const order = await counter.place({ products: [line, product()], order_status_id: counter.shop.paid_id });
  return { item_id, line, order_id: order.order_id };
}

describe('the stock that an order takes', () => {
  it('is shown on its lines, with the cost, and in its history', async () => {
    const { order_id } = await paid(9, 3);
    expect(await counter.settled(order_id)).toMatchObject({
      cost: 7.5,
      products: [{ deducted: true, cost: 2.5 }, { deducted: false }],
    });
    expect(await counter.history(order_id)).toMatchObject([
      { user: 'owner' },
      { user: '', user_id: 0, order_status: 'Paid', comment: 'Deducted: 3 Blue mug.' },
    ]);
  });

  it('moves date_modified', async () => {
    const { order_id } = await counter.place();
    const { item_id } = await paid(9, 1);
    await counter.edit(order_id, { products: [product({ item_id })] });
    await counter.settled(order_id);
    await counter.sql("UPDATE sales.sale_order SET date_modified = '2026-01-01' WHERE order_id = $1", [order_id]);
    ok(await counter.orders.addHistory({ order_id, comment: 'x' }));
    expect((await counter.settled(order_id)).date_modified).toBe('2026-01-01T00:00:00Z');
    ok(await counter.orders.addHistory({ order_id, order_status_id: counter.shop.paid_id }));
    expect((await counter.settled(order_id)).date_modified).not.toBe('2026-01-01T00:00:00Z');
  });

  it('is nothing while it is short, and comes when there is enough', async () => {
    const { order_id, item_id } = await paid(3, 5);
    expect(await counter.settled(order_id)).toMatchObject({ products: [{ deducted: false }, {}] });
    expect(await comments(order_id)).toEqual([
      `Item ${item_id} (Blue mug) is short by 2 at Store: 5 wanted, 3 available.`,
    ]);
    const location_id = counter.shop.store_id;
    ok(await counter.user.api.inventory.item.editStock({ items: [{ item_id, location_id, quantity: 8, cost: 2.5 }] }));
    expect(await counter.settled(order_id)).toMatchObject({
      cost: 12.5,
      products: [{ deducted: true, cost: 2.5 }, {}],
    });
    expect((await comments(order_id)).at(-1)).toBe('Deducted: 5 Blue mug.');
  });

  it('is recorded as short once while nothing changes of that', async () => {
    const { order_id, item_id, line } = await paid(3, 5);
    await counter.settled(order_id);
    await counter.edit(order_id, { comment: 'Call first' });
    await counter.settled(order_id);
    await counter.edit(order_id, { products: [{ ...line, quantity: 6 }] });
    await counter.settled(order_id);
    expect(await comments(order_id)).toEqual([
      `Item ${item_id} (Blue mug) is short by 2 at Store: 5 wanted, 3 available.`,
      `Item ${item_id} (Blue mug) is short by 3 at Store: 6 wanted, 3 available.`,
    ]);
  });

  it('costs what the stock says to the last decimal, and is shown with four', async () => {
    const { user, shop } = counter;
    const item_id = await stockItem(user, shop, 1, { cost: 1 });
    const { store_id: location_id } = shop;
    ok(await user.api.inventory.item.editStock({ items: [{ item_id, location_id, quantity: 3, cost: 2 }] }));
    const products = [product({ item_id, quantity: 3 })];
    const { order_id } = await counter.place({ products, order_status_id: shop.paid_id });
    expect(await counter.settled(order_id)).toMatchObject({ cost: 5, products: [{ cost: 1.6667 }] });
  });

  it('follows each edit by the difference', async () => {
    const { order_id, line } = await paid(9, 3);
    await counter.settled(order_id);
    const quantityNow = async (quantity: number) => {
      const { products } = await counter.edit(order_id, { products: [{ ...line, quantity }] });
      expect(products).toMatchObject([{ deducted: false }]);
      return counter.settled(order_id);
    };
    expect(await quantityNow(5)).toMatchObject({ cost: 12.5, products: [{ deducted: true }] });
    expect(await quantityNow(1)).toMatchObject({ cost: 2.5, products: [{ deducted: true }] });
    expect((await comments(order_id)).slice(1)).toEqual(['Deducted: 2 Blue mug.', 'Given back: 4 Blue mug.']);
  });

  it('is still recorded as taken after edits that cancel each other out', async () => {
    const { order_id, line } = await paid(9, 3);
    await counter.settled(order_id);
    await counter.edit(order_id, { products: [{ ...line, quantity: 5 }] });
    await counter.edit(order_id, { products: [{ ...line, quantity: 3 }], comment: 'as before' });
    expect(await counter.settled(order_id)).toMatchObject({ products: [{ quantity: 3, deducted: true }] });
  });

  it.each<[string, number, (order_id: number) => Promise<unknown>]>([
    [
      'leaves its status',
      7.5,
      (order_id) => counter.orders.addHistory({ order_id, order_status_id: counter.shop.pending_id }),
    ],
    ['is deleted', 7.5, (order_id) => counter.orders.delete({ order_id })],
    ['loses the line', 0, (order_id) => counter.edit(order_id, { products: [product()] })],
  ])('goes back when the order %s', async (_, cost_left, leave) => {
    const { order_id, item_id } = await paid(9, 3);
    await counter.settled(order_id);
    await leave(order_id);
    const { products, ...order } = await counter.settled(order_id);
    expect(products.map(({ deducted }) => deducted)).not.toContain(true);
    expect(order.cost).toBe(cost_left);
    expect((await comments(order_id)).at(-1)).toBe('Given back: 3 Blue mug.');
    expect(ok(await counter.user.api.inventory.item.get({ item_id })).items).toMatchObject([{ quantity: 9 }]);
  });
});
