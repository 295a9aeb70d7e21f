import { failure, ok } from '@stockbook/testing';
import { off, openPromotionShop, type PromotionShop } from './promotion-shop.fixture.js';

let at: PromotionShop;
beforeAll(async () => {
  at = await openPromotionShop();
});

const strict = () => at.add({ total_limit: 1 }, { limit_policy: 'strict' });

/** Sends an edit that fails after its claim, because its order is locked for too long. */
async function editInVain(edit: Parameters<PromotionShop['orders']['edit']>[0]): Promise<void> {
  const lock = `SELECT FROM sales.sale_order WHERE order_id = ${edit.order_id} FOR UPDATE`;
  expect(failure(await at.world.whileLocked('sales', lock, () => at.orders.edit(edit))).error).toEqual([
    'Another request is changing the same record; the same request can be repeated safely.',
  ]);
}

describe('an edit that adds a strict promotion', () => {
  it('takes its own hold when it is repeated after a failure', async () => {
    const { promotion_id, code } = await strict();
    const { order_id } = await at.place('shipping');
    const edit = { order_id, totals: off(code, -1) };
    await editInVain(edit);
    expect(await at.counters(promotion_id)).toEqual([0, 1]);
    ok(await at.orders.edit(edit));
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
    expect(await at.uses(promotion_id)).toMatchObject([{ order_id, over_limit: false }]);
  });

  it('keeps its hold from other orders, and leaves it to another edit of its order', async () => {
    const { promotion_id, code } = await strict();
    const { order_id } = await at.place('shipping', { imported_order_id: 'edited-in-vain' });
    await editInVain({ order_id, totals: off(code, -1) });
    expect(failure(await at.addOrder(code)).error_details).toMatchObject([{ code: 'limit_reached' }]);
    const other = await at.place('shipping');
    expect(
      failure(await at.orders.edit({ order_id: other.order_id, totals: off(code, -1) })).error_details,
    ).toMatchObject([{ code: 'limit_reached' }]);
    ok(await at.orders.edit({ order_id, city: 'Paris' }));
    ok(await at.orders.edit({ order_id, totals: off(code, -2) }));
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
  });

  it('shares its hold with another one of its order at the same time, 10 times', async () => {
    for (let round = 0; round < 10; round++) {
      const { promotion_id, code } = await strict();
      const { order_id } = await at.place('shipping');
      const edit = (price: number, fields: object = {}) =>
        at.orders.edit({ order_id, totals: off(code, price), ...fields });
      const [one, other, refused] = await Promise.all([edit(-1), edit(-2), edit(-3, { order_status_id: 999 })]);
      expect([one.error, other.error]).toEqual([undefined, undefined]);
      expect(failure(refused).error).toEqual(['There is no order status 999.']);
      expect(await at.counters(promotion_id)).toEqual([1, 0]);
      expect(await at.uses(promotion_id)).toMatchObject([{ order_id, over_limit: false }]);
    }
  });

  it('claims another hold after the order gave its use back: late events may still take the first', async () => {
    const { promotion_id, code } = await strict();
    const { order_id } = await at.place('shipping');
    for (const totals of [off(code, -1), [], off(code, -2)]) {
      ok(await at.orders.edit({ order_id, totals }));
      await at.world.settled();
    }
    const taken = 'SELECT FROM integration.promotion_hold WHERE promotion_id = $1 AND order_id = $2';
    const { source } = at.world.assembly.running.integration.db;
    expect(await source.query(taken, [promotion_id, order_id])).toHaveLength(2);
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
  });

  it('passes no limit when its order gives the use back and others want it at the same time, 10 times', async () => {
    for (let round = 0; round < 10; round++) {
      const { promotion_id, code } = await strict();
      const { order_id } = await at.place('shipping');
      ok(await at.orders.edit({ order_id, totals: off(code, -1) }));
      ok(await at.orders.edit({ order_id, totals: [] }));
      await Promise.all([at.orders.edit({ order_id, totals: off(code, -2) }), at.addOrder(code), at.addOrder(code)]);
      await at.world.settled();
      expect((await at.uses(promotion_id)).filter(({ over_limit }) => over_limit)).toEqual([]);
    }
  });
});
