import { ownCaller, promotionClaim } from '@stockbook/contracts';
import { failure, ok, orderOf } from '@stockbook/testing';
import { off, openPromotionShop, type PromotionShop } from './promotion-shop.fixture.js';

let at: PromotionShop;
beforeAll(async () => {
  at = await openPromotionShop();
});

const strict = (total_limit = 1, others: object = {}) => at.add({ total_limit }, { limit_policy: 'strict', ...others });
const limitReached = [{ code: 'limit_reached' }];
const fresh = () => ({ idempotency_key: crypto.randomUUID() });
const products = [{ quantity: 1, price: 10 }];
const reserve = (coupon: string, key: string, fields: object = {}) =>
  at.promotions.reserve({ channel_id: at.shop.channel_id, coupons: [coupon], products, key, ...fields });
const customer = async () => ok(await at.user.api.sale.customer.add({ firstname: 'Ada' })).customer_id;

/** Claims as sales does for a customer that it does not know yet. */
async function claim(claim_key: string, promotion_id: number): Promise<number[]> {
  const { channel_id } = at.shop;
  const input = { channel_id, imported_order_id: '', claim_key, customer_id: 0, promotion_ids: [promotion_id] };
  const call = { caller: ownCaller(at.user.account_id), input, deadline: Date.now() + 10_000, request_id: claim_key };
  return (await at.world.assembly.services.ask(promotionClaim.claim, call)).output.promotion_ids;
}

describe("an order's own use", () => {
  it.each([1, 2])('does not count against the order when it is sent again, with a limit of %i', async (limit) => {
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

  it('does not count against the same order that is imported at the same time, 10 times', async () => {
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
  it('grants nothing after an edit has given its use back', async () => {
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

  it('grants nothing after its order is deleted, and its key reserves anew', async () => {
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

  it('answers its key as long as the use counts', async () => {
    const { promotion_id, coupon, code } = await strict();
    const { holds } = ok(await reserve(coupon, 'kept'));
    await at.place(code, { imported_order_id: 'kept' });
    await at.world.settled();
    expect(ok(await reserve(coupon, 'kept', { minutes: 16 })).holds).toEqual(holds);
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
  });
});

describe('a hold without a channel that was taken', () => {
  const taken = async (key: string) => {
    const strictOne = await strict();
    ok(await reserve(strictOne.coupon, key, { channel_id: 0 }));
    const { channel_id } = ok(await at.user.api.integration.channel.add({ type: 'pos', name: key }));
    await at.place(strictOne.code, { imported_order_id: key });
    await at.world.settled();
    return { ...strictOne, other: { channel_id } };
  };

  it('grants nothing to the order with its key in another channel', async () => {
    const { promotion_id, coupon, code, other } = await taken('receipt');
    const cart = { coupons: [coupon], products, key: 'receipt' };
    expect(ok(await at.promotions.calculate({ ...cart, ...other })).rejected).toMatchObject(limitReached);
    for (const refused of [
      await at.addOrder(code, { imported_order_id: 'receipt', ...other }),
      await reserve(coupon, 'receipt', other),
    ])
      expect(failure(refused).error_details).toMatchObject(limitReached);
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
  });

  it('answers its key without a channel and with the channel of its order', async () => {
    const { promotion_id, coupon } = await taken('same');
    for (const channel_id of [0, at.shop.channel_id]) {
      const cart = { coupons: [coupon], products, key: 'same', channel_id };
      expect(ok(await at.promotions.calculate(cart)).applied).toMatchObject([{ promotion_id }]);
      expect(ok(await at.promotions.reserve(cart)).holds).toMatchObject([{ promotion_id, key: 'same' }]);
    }
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
  });
});

test.each([1, 2])(
  'an order that came without a hold is the use of its key, with a limit of %i',
  async (total_limit) => {
    const { promotion_id, coupon, code } = await at.add({ total_limit });
    const imported_order_id = `came-${total_limit}`;
    await at.place(code, { imported_order_id });
    await at.world.settled();
    expect(ok(await reserve(coupon, imported_order_id)).holds).toMatchObject([
      { promotion_id, key: imported_order_id },
    ]);
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
  },
);

describe('a hold of another customer', () => {
  const once = (limit_policy: string) => at.add({}, { limit_policy, customer_limit: 1 });

  it("covers no strict use past the limit of the order's customer", async () => {
    const { promotion_id, coupon, code } = await once('strict');
    const [ada, bob] = [await customer(), await customer()];
    ok(await reserve(coupon, 'of-ada', { customer_id: ada }));
    await at.place(code, { customer_id: bob });
    const refused = failure(await at.addOrder(code, { customer_id: bob, imported_order_id: 'of-ada' }));
    expect(refused.error_details).toMatchObject(limitReached);
    expect(await at.counters(promotion_id)).toEqual([1, 1]);
    await at.place(code, { customer_id: ada, imported_order_id: 'of-ada' });
    expect(await at.counters(promotion_id)).toEqual([2, 0]);
    expect((await at.uses(promotion_id)).map(({ over_limit }) => over_limit)).toEqual([false, false]);
  });

  it("marks a counted use past the limit of the order's customer, also of one who was not known yet", async () => {
    const { promotion_id, coupon, code } = await once('count');
    const [ada, bob] = [await customer(), await customer()];
    ok(await reserve(coupon, 'reserved', { customer_id: ada }));
    expect(await claim('claimed', promotion_id)).toEqual([promotion_id]);
    for (const imported_order_id of ['first', 'reserved', 'claimed']) {
      await at.place(code, { customer_id: bob, imported_order_id });
      await at.world.settled();
    }
    expect(await at.counters(promotion_id)).toEqual([3, 0]);
    expect((await at.uses(promotion_id)).map(({ over_limit }) => over_limit)).toEqual([true, true, false]);
  });

  it('counts for the customer to whom it is granted', async () => {
    const { promotion_id, coupon } = await once('count');
    const [ada, bob] = [await customer(), await customer()];
    for (const customer_id of [ada, bob]) ok(await reserve(coupon, 'moves', { customer_id }));
    expect(failure(await reserve(coupon, 'more', { customer_id: bob })).error_details).toMatchObject(limitReached);
    ok(await reserve(coupon, 'more', { customer_id: ada }));
    expect(await at.counters(promotion_id)).toEqual([0, 2]);
  });
});

describe('a customer who was merged into another', () => {
  const merged = async (customer_group_id = 0) => {
    const stays = ok(await at.user.api.sale.customer.add({ firstname: 'Ada', customer_group_id })).customer_id;
    const gone = await customer();
    ok(await at.user.api.sale.customer.merge({ customer_id: stays, merge_customer_id: gone }));
    return { stays, gone };
  };

  it('has the promotions of the customer group of the other', async () => {
    const { customer_group_id } = ok(await at.user.api.sale.customer_group.add({ name: 'Friends' }));
    const { gone } = await merged(customer_group_id);
    const { coupon, promotion_id } = await at.add({}, { customer_group_ids: [customer_group_id] });
    const { applied } = ok(await at.promotions.calculate({ coupons: [coupon], products, customer_id: gone }));
    expect(applied).toMatchObject([{ promotion_id }]);
  });

  it('has the uses of the other', async () => {
    const { promotion_id, coupon, code } = await at.add({}, { limit_policy: 'strict', customer_limit: 1 });
    const { stays, gone } = await merged();
    const { order_id } = await at.place('shipping');
    await at.place(code, { customer_id: stays });
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
    const cart = { coupons: [coupon], products, customer_id: gone };
    expect(ok(await at.promotions.calculate(cart)).rejected).toMatchObject([{ code: 'customer_limit_reached' }]);
    for (const refused of [
      await reserve(coupon, 'merged', { customer_id: gone }),
      await at.orders.edit({ order_id, customer_id: gone, totals: off(code, -1) }),
    ])
      expect(failure(refused).error_details).toMatchObject(limitReached);
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
  });
});

test('nothing is calculated for a channel that does not exist', async () => {
  const { coupon } = await at.add();
  for (const coupons of [[coupon], [], []]) {
    const refused = failure(await at.promotions.calculate({ channel_id: 999_999, coupons, products }));
    expect(refused.error).toEqual(['There is no channel 999999.']);
  }
});

test('nothing is reserved for a channel or a customer that does not exist', async () => {
  const { promotion_id, coupon } = await at.add();
  expect(failure(await reserve(coupon, 'nowhere', { channel_id: 999_999, customer_id: 999_999 })).error).toEqual([
    'There is no channel 999999.',
    'There is no customer 999999.',
  ]);
  expect(await at.counters(promotion_id)).toEqual([0, 0]);
});

test('a promotion that is deleted just before its claim refuses nothing and holds nothing', async () => {
  const { promotion_id, code } = await strict();
  await at.place(code);
  await at.world.settled();
  ok(await at.promotions.delete({ promotion_id }));
  expect(await claim('too-late', promotion_id)).toEqual([]);
  expect(ok(await at.promotions.verify({})).faults).toEqual([]);
});
