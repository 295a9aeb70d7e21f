import { ok, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
beforeAll(async () => {
  world = await World.shared();
  counter = await Counter.open(world);
});

/** Keeps the inventory from answering about items while the work is done. */
const whileItHangs = <T>(work: () => Promise<T>) => world.whileLocked('inventory', 'LOCK TABLE inventory.item', work);

const movedOf = async (order_id: number) => {
  const complete = 'SELECT date_modified > date_added AS moved, lookup FROM sales.sale_order WHERE order_id = $1';
  await counter.settled(order_id);
  return counter.sql(complete, [order_id]);
};

test('the completion of an order moves its date_modified only if it changes what the order shows', async () => {
  await stockItem(counter.user, counter.shop, 9, { name: 'Mug', model: 'MUG' });
  const [same, other] = await whileItHangs(async () => [
    await counter.place({ products: [product({ model: 'NONE' })] }),
    await counter.place({ products: [product({ model: 'MUG' })] }),
  ]);
  expect(await movedOf(same!.order_id)).toEqual([{ moved: false, lookup: null }]);
  expect(await movedOf(other!.order_id)).toEqual([{ moved: true, lookup: null }]);
});

test('a promotion of a category counts against the lines of its items once these are known', async () => {
  const { promotion } = counter.user.api.extension.total;
  const [cup, plate] = [
    await stockItem(counter.user, counter.shop, 9, { model: 'CUP' }),
    await stockItem(counter.user, counter.shop, 9, { model: 'PLATE' }),
  ];
  const { promotion_category_id } = ok(await promotion.addCategory({ name: 'Plates', items: [{ item_id: plate }] }));
  const { promotion_id } = ok(
    await promotion.add({
      name: 'Plates',
      type: 'percent',
      total_promotion: true,
      categories: [promotion_category_id],
      configuration: { percent: 10 },
    }),
  );
  const totals = [{ code: `promotion.${promotion_id}`, name: 'Plates', price: -3, sort_order: 0 }];
  const products = [product({ item_id: cup, price: 10 }), product({ model: 'PLATE', price: 30 })];
  const { order_id } = await whileItHangs(() => counter.place({ products, totals }));
  const order = await counter.settled(order_id);
  expect(order.products.map(({ allocated }) => allocated)).toEqual([0, -3]);
  expect(order.totals).toMatchObject([{ allocations: [{ index: 1, amount: 3 }] }]);
});
