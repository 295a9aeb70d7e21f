import { failure, ok, orderOf } from '@stockbook/testing';
import { off, openPromotionShop, type PromotionShop } from './promotion-shop.fixture.js';

let at: PromotionShop;
beforeAll(async () => {
  at = await openPromotionShop();
});
afterAll(() => at.world.close());

const strict = (total_limit = 1, others: object = {}) => at.add({ total_limit }, { limit_policy: 'strict', ...others });
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
