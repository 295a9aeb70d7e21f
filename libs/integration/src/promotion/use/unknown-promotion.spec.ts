import { type Event, type OrderPromotions, orderPromotionChanged } from '@stockbook/contracts';
import { failure, ok } from '@stockbook/testing';
import { OrderUses } from './order-uses.js';
import { off, openPromotionShop, type PromotionShop } from './promotion-shop.fixture.js';

let at: PromotionShop;
let last_id: number;
beforeAll(async () => {
  at = await openPromotionShop();
  last_id = (await at.add()).promotion_id;
});

/** Returns the code of the promotion that is added next. */
const nextCode = () => `promotion.${last_id + 1}`;
async function addNext(...terms: Parameters<PromotionShop['add']>) {
  const added = await at.add(...terms);
  expect(added.promotion_id).toBe(++last_id);
  return added;
}
async function placeEarly(fields: Parameters<PromotionShop['place']>[1] = {}) {
  const order = await at.place(nextCode(), fields);
  await at.world.settled();
  return order;
}

describe('an order that names a promotion before it exists', () => {
  it.each(['count', 'strict'])('uses nothing of its limit when limit_policy is %s', async (limit_policy) => {
    const early = await placeEarly();
    const { promotion_id, code } = await addNext({ total_limit: 1 }, { limit_policy });
    expect(await at.counters(promotion_id)).toEqual([0, 0]);
    const { order_id } = await at.place(code);
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
    expect(await at.uses(promotion_id)).toMatchObject([
      { order_id, over_limit: false, promotion_deleted: false },
      { order_id: early.order_id, over_limit: false, promotion_deleted: true },
    ]);
    ok(await at.orders.delete({ order_id: early.order_id }));
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
    ok(await at.orders.delete({ order_id }));
    expect(await at.counters(promotion_id)).toEqual([0, 0]);
  });

  it('gives nothing back when it is deleted, and its events may come again', async () => {
    const { order_id } = await placeEarly();
    const { promotion_id } = await addNext();
    ok(await at.orders.delete({ order_id }));
    expect(await at.counters(promotion_id)).toEqual([0, 0]);
    const { sales, integration } = at.world.assembly.running;
    const events: Event<OrderPromotions>[] = await sales.db.source.query(
      `SELECT event_id, account_id, topic, name, version, aggregate_id, sequence, payload, created_at
       FROM sales.outbox_archive
       WHERE name = $1 AND aggregate_id = $2 ORDER BY sequence`,
      [orderPromotionChanged.name, order_id],
    );
    const again = [...events, ...events.toReversed()];
    await integration.db.transactFor([at.user.account_id], (tx) => new OrderUses().onChanged(again, tx));
    expect(await at.counters(promotion_id)).toEqual([0, 0]);
  });

  it('counts no more after an edit of amount or customer, and like any order when it uses it again', async () => {
    const { order_id } = await placeEarly();
    const { promotion_id, code } = await addNext({}, { customer_limit: 1 });
    const ada = ok(await at.user.api.sale.customer.add({ firstname: 'Ada' })).customer_id;
    ok(await at.orders.edit({ order_id, totals: off(code, -3), customer_id: ada }));
    expect(await at.counters(promotion_id)).toEqual([0, 0]);
    expect(await at.uses(promotion_id)).toMatchObject([{ total: 3, customer_id: ada, promotion_deleted: true }]);
    await at.place(code, { customer_id: ada });
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
    expect((await at.uses(promotion_id)).map(({ over_limit }) => over_limit)).toEqual([false, false]);
    ok(await at.orders.edit({ order_id, totals: [] }));
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
    ok(await at.orders.edit({ order_id, totals: off(code, -4) }));
    expect(await at.counters(promotion_id)).toEqual([2, 0]);
    const uses = await at.uses(promotion_id);
    expect(uses.find((use) => use.order_id === order_id)).toMatchObject({ over_limit: true, promotion_deleted: false });
  });

  it('counts or not when the promotion is added at the same time, and the counters agree, 10 times', async () => {
    for (let round = 0; round < 10; round++) {
      const [{ order_id }, { promotion_id }] = await Promise.all([at.place(nextCode()), addNext()]);
      await at.world.settled();
      const [use] = await at.uses(promotion_id);
      expect(await at.counters(promotion_id)).toEqual([use?.promotion_deleted ? 0 : 1, 0]);
      ok(await at.orders.delete({ order_id }));
      expect(await at.counters(promotion_id)).toEqual([0, 0]);
    }
  });

  it('uses nothing of the limit of its customer', async () => {
    const { customer_id } = await placeEarly();
    const { promotion_id, coupon, code } = await addNext({}, { customer_limit: 1, limit_policy: 'strict' });
    const cart = { coupons: [coupon], customer_id, products: [{ quantity: 1, price: 10 }] };
    expect(ok(await at.promotions.calculate(cart)).applied).toMatchObject([{ promotion_id }]);
    await at.place(code, { customer_id });
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
    expect(failure(await at.addOrder(code, { customer_id })).error_details).toMatchObject([{ code: 'limit_reached' }]);
  });

  it('grants nothing to its imported_order_id', async () => {
    await placeEarly({ imported_order_id: 'early' });
    const { promotion_id, coupon, code } = await addNext({ total_limit: 1 });
    await at.place(code);
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
    const { channel_id } = at.shop;
    const cart = { channel_id, key: 'early', coupons: [coupon], products: [{ quantity: 1, price: 10 }] };
    expect(failure(await at.promotions.reserve(cart)).error_details).toMatchObject([{ code: 'limit_reached' }]);
  });
});
