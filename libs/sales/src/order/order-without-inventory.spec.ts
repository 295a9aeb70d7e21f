import { failure, ok, refused, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../counter.fixture.js';

let world: World;
let counter: Counter;
beforeAll(async () => void (world = await World.open()));
beforeEach(async () => void (counter = await Counter.open(world)));
afterAll(() => world.close());

/** Keeps the inventory from answering about items while the work is done. */
async function whileItHangs<T>(work: () => Promise<T>): Promise<T> {
  const runner = world.assembly.running.inventory.db.source.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query('LOCK TABLE inventory.item');
    return await work();
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

describe('while the inventory does not answer', () => {
  it('orders are taken as they are given, and their stock follows later', async () => {
    const item_id = await stockItem(counter.user, counter.shop, 9, { model: 'MUG' });
    await counter.place();
    const products = [product({ item_id, name: 'My mug', quantity: 2 }), product()];
    const order = await whileItHangs(() => counter.place({ products, order_status_id: counter.shop.paid_id }));
    expect(order.products).toMatchObject([
      { item_id, name: 'My mug', thumb: '', weight: 0 },
      { item_id: 0, name: 'Gift wrap' },
    ]);
    expect((await counter.settled(order.order_id)).products).toMatchObject([
      { deducted: true, cost: 2.5 },
      { deducted: false },
    ]);
    expect(ok(await counter.user.api.inventory.item.get({ item_id })).items).toMatchObject([{ quantity: 7 }]);
  });

  it('a line that may be an item or free text is refused, and the same request is good later', async () => {
    const item_id = await stockItem(counter.user, counter.shop, 9, { model: 'MUG' });
    await counter.place();
    const request = counter.order({
      products: [product({ item_id }), product({ model: 'MUG' }), product({ sku: 'M' })],
    });
    const { error_details } = failure(await whileItHangs(() => counter.orders.add(request)));
    expect(error_details).toEqual(
      ['products[1]', 'products[2]'].map((field) => ({
        code: 'unavailable',
        field,
        message: `The inventory service is not available now, and ${field} names its item by model or sku; the same request can be repeated safely.`,
      })),
    );
    expect(ok(await counter.orders.add(request)).order.products).toMatchObject([
      { item_id },
      { item_id },
      { item_id: 0 },
    ]);
  });

  it('the lines of an order stay as they are, and all else of it can be edited', async () => {
    const item_id = await stockItem(counter.user, counter.shop, 9);
    const { order_id } = await counter.place();
    await whileItHangs(async () => {
      expect(refused(await counter.orders.edit({ order_id, products: [product({ item_id })] }))).toEqual([
        'The inventory service did not answer in time; the same request can be repeated safely.',
      ]);
      expect((await counter.edit(order_id, { city: 'Paris' })).city).toBe('Paris');
    });
  });
});
