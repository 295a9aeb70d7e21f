import { failure, ok, orderOf } from '@stockbook/testing';
import { off, openPromotionShop, type PromotionShop } from './promotion-shop.fixture.js';

let at: PromotionShop;
beforeAll(async () => {
  at = await openPromotionShop();
});
afterAll(() => at.world.close());

const strict = (total_limit = 1, others: object = {}) => at.add({ total_limit }, { limit_policy: 'strict', ...others });
const limitReached = [{ code: 'limit_reached' }];
const fresh = () => ({ idempotency_key: crypto.randomUUID() });

describe("an order's own use", () => {
  test.each([1, 2])('does not count against the order when it is sent again, with a limit of %i', async (limit) => {
    const { promotion_id, code } = await strict(limit);
    const imported_order_id = `again-${limit}`;
    const { order_id } = await at.place(code, { imported_order_id, ...fresh() });
    await at.world.settled();
    const again = failure(await at.addOrder(code, { imported_order_id, ...fresh() }));
    expect(again.error_details).toMatchObject([
      { code: 'duplicate', field: 'imported_order_id', message: expect.stringContaining(`Order ${order_id} `) },
    ]);
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
  });

  test('does not count against the same order that is imported at the same time, 10 times', async () => {
    for (let round = 0; round < 10; round++) {
      const { promotion_id, code } = await strict();
      const order = orderOf(at.shop, [{ item_id: 0, quantity: 1 }], {
        totals: off(code, -1),
        imported_order_id: `import-${round}`,
      });
      const send = () => at.user.api.integration.channel.importOrder({ ...order, ...fresh() });
      const imported = (await Promise.all([send(), send(), send()])).map(ok);
      expect(imported.filter(({ created }) => created)).toHaveLength(1);
      expect(await at.counters(promotion_id)).toEqual([1, 0]);
    }
  });
});

describe('a hold that was taken', () => {
  const products = [{ quantity: 1, price: 10 }];
  const reserve = (coupon: string, key: string, fields: object = {}) =>
    at.promotions.reserve({ channel_id: at.shop.channel_id, coupons: [coupon], products, key, ...fields });

  test('grants nothing after an edit has given its use back', async () => {
    const { promotion_id, coupon, code } = await strict();
    ok(await reserve(coupon, 'edited'));
    const { order_id } = await at.place(code, { imported_order_id: 'edited' });
    ok(await at.orders.edit({ order_id, totals: [] }));
    expect(await at.counters(promotion_id)).toEqual([0, 0]);
    await at.place(code);
    expect(failure(await at.orders.edit({ order_id, totals: off(code, -1) })).error_details).toMatchObject(
      limitReached,
    );
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
  });

  test('grants nothing after its order is deleted, and its key reserves anew', async () => {
    const { promotion_id, coupon, code } = await strict();
    const first = ok(await reserve(coupon, 'deleted')).holds[0];
    const { order_id } = await at.place(code, { imported_order_id: 'deleted' });
    ok(await at.orders.delete({ order_id }));
    expect(await at.counters(promotion_id)).toEqual([0, 0]);
    const next = ok(await reserve(coupon, 'deleted', { minutes: 60 })).holds[0];
    expect(Date.parse(next!.date_expire)).toBeGreaterThan(Date.parse(first!.date_expire));
    expect(await at.counters(promotion_id)).toEqual([0, 1]);
    ok(await at.promotions.release({ key: 'deleted' }));
    await at.place(code);
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
    for (const refused of [await at.addOrder(code, { imported_order_id: 'deleted' }), await reserve(coupon, 'deleted')])
      expect(failure(refused).error_details).toMatchObject(limitReached);
  });

  test('answers its key as long as the use counts', async () => {
    const { promotion_id, coupon, code } = await strict();
    const { holds } = ok(await reserve(coupon, 'kept'));
    await at.place(code, { imported_order_id: 'kept' });
    await at.world.settled();
    expect(ok(await reserve(coupon, 'kept', { minutes: 16 })).holds).toEqual(holds);
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
  });
});
