import type { OrderTotal } from '@stockbook/contracts';
import { failure, ok, orderOf } from '@stockbook/testing';
import { off, openPromotionShop, type PromotionShop } from './use/promotion-shop.fixture.js';

let at: PromotionShop;
let items: number[];
beforeAll(async () => {
  at = await openPromotionShop();
  const add = async (name: string) => ok(await at.user.api.inventory.item.add({ name })).item_id;
  items = [await add('Mug'), await add('Plate')];
});

const shipping = { code: 'shipping.flat', name: 'Shipping', price: 6, sort_order: 1 };
const lines = () => items.map((item_id, i) => ({ item_id, quantity: 1, price: 10 + 20 * i }));
const place = (totals: OrderTotal[]) => at.orders.add(orderOf(at.shop, lines(), { totals }));
const allocated = (order: { products: { allocated: number }[] }) => order.products.map((line) => line.allocated);

/** Adds a promotion of plates, by a category of its own. */
async function ofPlates() {
  const { promotion_category_id } = ok(
    await at.promotions.addCategory({ name: 'Plates', items: [{ item_id: items[1]! }] }),
  );
  const { code, coupon, promotion_id } = await at.add({ total_promotion: true, categories: [promotion_category_id] });
  return { code, coupon, promotion_id };
}

test('a promotion of shipping and a discount on shipping count against no line', async () => {
  const free = await at.add({ type: 'shipping' }, { percent: 100 });
  const { order } = ok(await place([shipping, ...off(free.code, -6)]));
  expect(allocated(order)).toEqual([0, 0]);
  const lower = { code: 'shipping.rebate', name: 'Rebate', price: -2, sort_order: 2 };
  expect(allocated(ok(await place([shipping, lower])).order)).toEqual([0, 0]);
});

test('a promotion of a category counts against the lines of its items, also after it is deleted', async () => {
  const { code, promotion_id } = await ofPlates();
  const { order } = ok(await place([shipping, ...off(code, -3)]));
  expect(allocated(order)).toEqual([0, -3]);
  ok(await at.promotions.delete({ promotion_id }));
  const { order_id, totals } = order;
  // One client knows no allocations, another sends back the record that it has read.
  const plain = totals.map(({ allocations: _, ...total }) => total);
  for (const given of [plain, totals])
    expect(allocated(ok(await at.orders.edit({ order_id, totals: given })).order)).toEqual([0, -3]);
  const products = orderOf(at.shop, [...lines()].reverse()).products;
  expect(allocated(ok(await at.orders.edit({ order_id, products, totals })).order)).toEqual([-3, 0]);
  expect(allocated(ok(await at.orders.edit({ order_id, products: products.slice(1) })).order)).toEqual([-3]);
});

test('an edit and an import that add a promotion of a category count it against its lines', async () => {
  const { code } = await ofPlates();
  const { order_id } = ok(await place([shipping])).order;
  expect(allocated(ok(await at.orders.edit({ order_id, totals: off(code, -3) })).order)).toEqual([0, -3]);
  const body = orderOf(at.shop, lines(), { imported_order_id: code, totals: off(code, -3) });
  const { importOrder } = at.user.api.integration.channel;
  expect(allocated(ok(await importOrder(body)).order)).toEqual([0, -3]);
  expect(allocated(ok(await importOrder({ ...body, totals: off(code, -4) })).order)).toEqual([0, -4]);
});

test('a promotion that takes more than its items are worth is spread over all lines', async () => {
  const { code } = await ofPlates();
  expect(allocated(ok(await place(off(code, -36))).order)).toEqual([-9, -27]);
});

test('the totals that calculate answers are posted as they are, and their allocations hold', async () => {
  const [half, plates] = [await at.add({ total_promotion: true }, { maximum_quantity: 1 }), await ofPlates()];
  const coupons = [half.coupon, plates.coupon];
  const products = lines();
  const { totals } = ok(await at.promotions.calculate({ products, coupons, totals: [shipping] }));
  const { order } = ok(await place(totals));
  expect(order.totals).toEqual(totals);
  expect(allocated(order)).toEqual([-1, -3]);
  const [listed] = ok(await at.orders.get({ order_id: order.order_id })).orders;
  expect(listed?.products.map((line) => line.allocated)).toEqual([-1, -3]);
});

describe('given allocations are refused', () => {
  const off3 = (allocations: OrderTotal['allocations']) =>
    off('promotion.1', -3).map((each) => ({ ...each, allocations }));
  it.each([
    [
      'of an unknown line',
      off3([{ index: 2, amount: 3 }]),
      'totals[0].allocations[0].index is 2, but products has 2 lines.',
    ],
    [
      'of one line twice',
      off3([
        { index: 0, amount: 1 },
        { index: 0, amount: 2 },
      ]),
      'totals[0].allocations[1].index must be unique; 0 is there already.',
    ],
    [
      'that add up to another amount',
      off3([{ index: 0, amount: 2.99 }]),
      'totals[0].allocations must add up to 3, which promotion.1 takes off; they add up to 2.99.',
    ],
    [
      'above the total of a line, together',
      [
        { ...off('promotion.1', -6)[0]!, allocations: [{ index: 0, amount: 6 }] },
        { ...off('promotion.2', -5)[0]!, allocations: [{ index: 0, amount: 5 }] },
      ],
      'The allocations of totals take 11 off products[0], whose total is 10.',
    ],
    [
      'of another total',
      [{ ...shipping, allocations: [{ index: 0, amount: 6 }] }],
      'totals[0].allocations must stand in a line of a promotion with a negative price, not in shipping.flat.',
    ],
  ])('%s', async (_, totals, message) => {
    expect(failure(await place(totals)).error).toEqual([message]);
  });
});
