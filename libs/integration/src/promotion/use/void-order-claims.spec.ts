import type { OrderImport } from '@stockbook/contracts';
import { failure, ok, orderOf } from '@stockbook/testing';
import { off, openPromotionShop, type PromotionShop } from './promotion-shop.fixture.js';

let at: PromotionShop;
beforeAll(async () => {
  at = await openPromotionShop();
});

const strict = () => at.add({ total_limit: 1 }, { limit_policy: 'strict' });
const used = async () => {
  const promotion = await strict();
  await at.place(promotion.code);
  expect(await at.counters(promotion.promotion_id)).toEqual([1, 0]);
  return promotion;
};
const limitReached = [{ code: 'limit_reached' }];
const asVoid = () => ({ order_status_id: at.void_id });
const asLiving = () => ({ order_status_id: at.shop.pending_id });

describe('an order that is void after the request claims no strict use', () => {
  it('when it is added', async () => {
    const [free, gone] = [await strict(), await used()];
    for (const { code, promotion_id } of [free, gone]) {
      await at.place(code, asVoid());
      expect(await at.counters(promotion_id)).toEqual([promotion_id === gone.promotion_id ? 1 : 0, 0]);
    }
  });

  it('when its payment method makes it void', async () => {
    const { code } = await used();
    const method = { name: 'Never', order_status_id: at.void_id };
    const { payment_method_id } = ok(await at.user.api.setting.payment_method.add(method));
    await at.place(code, { order_status_id: 0, payment_method: payment_method_id });
  });

  it('when it is edited', async () => {
    const { code, promotion_id } = await used();
    const { order_id } = await at.place('shipping');
    ok(await at.orders.edit({ order_id, totals: off(code, -1), ...asVoid() }));
    const other = await strict();
    ok(await at.orders.edit({ order_id, totals: off(other.code, -1) }));
    expect([await at.counters(promotion_id), await at.counters(other.promotion_id)]).toEqual([
      [1, 0],
      [0, 0],
    ]);
  });

  it('when it is imported, and imported again', async () => {
    const { code } = await used();
    const { channel_id } = at.shop;
    const content = orderOf(at.shop, [{ item_id: 0, quantity: 1 }], { totals: off(code, -1), ...asVoid() });
    const body: OrderImport = { ...content, channel_id, imported_order_id: 'void' };
    const send = (fields: Partial<OrderImport>) =>
      at.user.api.integration.channel.importOrder({ ...body, ...fields, idempotency_key: crypto.randomUUID() });
    expect(ok(await send({})).created).toBe(true);
    expect(ok(await send({ city: 'Rome' })).created).toBe(false);
    expect(failure(await send(asLiving())).error_details).toMatchObject(limitReached);
  });
});

describe('an order that is void no more claims its strict uses', () => {
  it.each([
    ['of the order', (code: string) => ({ totals: off(code, -1) })],
    [
      'of its lines',
      (code: string) => ({ products: orderOf(at.shop, [{ item_id: 0, quantity: 1, totals: off(code, -1) }]).products }),
    ],
  ])('%s', async (_, namedBy) => {
    const { code, promotion_id } = await strict();
    const { order_id } = await at.place('shipping', { ...asVoid() });
    ok(await at.orders.edit({ order_id, ...namedBy(code) }));
    ok(await at.orders.edit({ order_id, ...asLiving() }));
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
    ok(await at.orders.edit({ order_id, ...asVoid() }));
    expect(await at.counters(promotion_id)).toEqual([0, 0]);
    await at.place(code);
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
    expect(failure(await at.orders.edit({ order_id, ...asLiving() })).error_details).toMatchObject(limitReached);
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
  });

  it('but none that the same edit drops', async () => {
    const { code, promotion_id } = await used();
    const { order_id } = await at.place(code, { ...asVoid() });
    ok(await at.orders.edit({ order_id, totals: [], ...asLiving() }));
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
  });
});
