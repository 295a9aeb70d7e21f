import {
  type Event,
  type OrderAdd,
  type OrderPromotions,
  orderPromotionChanged,
  promotionOverLimit,
} from '@stockbook/contracts';
import { failure, ok, openShop, orderOf, type Shop, type TestUser, World } from '@stockbook/testing';
import { OrderUses } from './order-uses.js';

let world: World;
let user: TestUser;
let shop: Shop;
let void_id: number;
beforeAll(async () => {
  world = await World.open();
  user = await world.account();
  shop = await openShop(user);
  void_id = ok(await user.api.setting.order_status.add({ name: 'Cancelled', void: true })).order_status_id;
});
afterAll(() => world.close());

const promotions = () => user.api.extension.total.promotion;
const orders = () => user.api.sale.order;

let coupons = 0;
async function add(
  others: Partial<Parameters<ReturnType<typeof promotions>['add']>[0]> = {},
  configuration: object = {},
) {
  const coupon = `USE-${++coupons}`;
  const terms = { percent: 10, coupons: [coupon], ...configuration };
  const { promotion_id } = ok(
    await promotions().add({ name: coupon, type: 'percent', configuration: terms, ...others }),
  );
  return { promotion_id, coupon, code: `promotion.${promotion_id}.${coupon}` };
}
const off = (code: string, price: number) => [{ code, name: 'Off', price, sort_order: 0 }];
const addOrder = (code: string, fields: Partial<OrderAdd> = {}) =>
  orders().add(orderOf(shop, [{ item_id: 0, quantity: 1 }], { totals: off(code, -1), ...fields }));
const place = async (code: string, fields: Partial<OrderAdd> = {}) => ok(await addOrder(code, fields)).order;

/** The counters of a promotion, after everything has settled and been verified. */
async function counters(promotion_id: number) {
  await world.settled();
  expect(ok(await promotions().verify({})).faults).toEqual([]);
  const [found] = ok(await promotions().get({ promotion_id })).promotions;
  return [found?.total_used, found?.total_held];
}
const uses = async (filter_promotion_id: number, filter_deleted = false) =>
  ok(await promotions().getHistory({ filter_promotion_id, filter_deleted })).histories;

test('an order uses its promotions, on its lines and on its total, once each and in the base currency', async () => {
  const { promotion_id, code, coupon } = await add();
  ok(await user.api.setting.currency.add({ code: 'EUR', value: 0.5 }));
  const line = { item_id: 0, quantity: 1, totals: off(code, -2) };
  const { order } = ok(await orders().add(orderOf(shop, [line, line], { totals: off(code, -1), currency: 'EUR' })));
  expect(await counters(promotion_id)).toEqual([1, 0]);
  const { order_id, customer_id } = order;
  expect(await uses(promotion_id)).toMatchObject([
    { promotion_id, order_id, customer_id, coupon, total: 10, over_limit: false },
  ]);
});

test('an edit moves the difference, and a use that is gone is hidden', async () => {
  const [first, second] = [await add(), await add()];
  const { order_id } = await place(first.code);
  ok(await orders().edit({ order_id, totals: off(first.code, -3) }));
  expect(await counters(first.promotion_id)).toEqual([1, 0]);
  const [use] = await uses(first.promotion_id);
  expect(use).toMatchObject({ order_id, total: 3 });
  ok(await orders().edit({ order_id, totals: off(second.code, -3) }));
  expect([await counters(first.promotion_id), await counters(second.promotion_id)]).toEqual([
    [0, 0],
    [1, 0],
  ]);
  expect(await uses(first.promotion_id)).toEqual([]);
  expect(await uses(first.promotion_id, true)).toMatchObject([{ ...use, deleted: true }]);
});

test('a void status and a deletion give the use back, any other status does not', async () => {
  const { promotion_id, code } = await add();
  const { order_id } = await place(code);
  const after = async (order_status_id: number) => {
    ok(await orders().addHistory({ order_id, order_status_id }));
    return (await counters(promotion_id))[0];
  };
  expect([await after(shop.paid_id), await after(void_id), await after(shop.pending_id)]).toEqual([1, 0, 1]);
  ok(await orders().delete({ order_id }));
  expect(await counters(promotion_id)).toEqual([0, 0]);
});

test('an order takes the hold of its imported_order_id', async () => {
  const { promotion_id, coupon, code } = await add({ total_limit: 1 });
  const { channel_id } = shop;
  const cart = { channel_id, coupons: [coupon], products: [{ quantity: 1, price: 10 }] };
  ok(await promotions().reserve({ ...cart, key: 'receipt-1' }));
  expect(await counters(promotion_id)).toEqual([0, 1]);
  await place(code, { imported_order_id: 'receipt-1' });
  expect(await counters(promotion_id)).toEqual([1, 0]);
  expect(await uses(promotion_id)).toMatchObject([{ over_limit: false }]);
  expect(ok(await promotions().calculate({ ...cart, key: 'receipt-1' })).applied).toHaveLength(1);
});

test('a use without a hold that passes the limit is recorded, marked and published', async () => {
  const { promotion_id, code } = await add({ total_limit: 1 });
  await place(code);
  const { order_id } = await place(code);
  expect(await counters(promotion_id)).toEqual([2, 0]);
  expect((await uses(promotion_id)).map((use) => use.over_limit)).toEqual([true, false]);
  for (const order_status_id of [void_id, shop.pending_id])
    ok(await orders().addHistory({ order_id, order_status_id }));
  await world.settled();
  const published: { sequence: number; payload: object }[] = await world.assembly.running.integration.db.source.query(
    'SELECT sequence, payload FROM integration.outbox_archive WHERE name = $1 AND account_id = $2 ORDER BY sequence',
    [promotionOverLimit.name, user.account_id],
  );
  const payload = {
    promotion_history_id: expect.any(Number),
    promotion_id,
    order_id,
    customer_id: expect.any(Number),
    message: expect.stringContaining('limit of 1'),
  };
  expect(published).toEqual([
    { sequence: 1, payload },
    { sequence: 2, payload },
  ]);
});

test('a promotion that is unknown or deleted refuses no order', async () => {
  const { promotion_id, code } = await add();
  ok(await promotions().delete({ promotion_id }));
  await place(code);
  await place('promotion.999999');
  await place('promotion.99999999999999999999');
  await world.settled();
  expect(await uses(promotion_id)).toHaveLength(1);
  expect(await uses(999_999)).toHaveLength(1);
});

test('the uses of a customer who is merged count for the other one', async () => {
  const { promotion_id, code } = await add();
  const gone = ok(await user.api.sale.customer.add({ firstname: 'Ada' })).customer_id;
  const stays = ok(await user.api.sale.customer.add({ firstname: 'Ada' })).customer_id;
  await place(code, { customer_id: gone });
  ok(await user.api.sale.customer.merge({ customer_id: stays, merge_customer_id: gone }));
  await world.settled();
  expect(await uses(promotion_id)).toMatchObject([{ customer_id: stays }]);
});

test('an event that comes again or late changes nothing', async () => {
  const { promotion_id, code } = await add();
  const { order_id } = await place(code);
  ok(await orders().edit({ order_id, totals: off(code, -4) }));
  ok(await orders().edit({ order_id, totals: off(code, -5) }));
  await world.settled();
  const events: Event<OrderPromotions>[] = await world.assembly.running.sales.db.source.query(
    `SELECT event_id, account_id, topic, name, version, aggregate_id, sequence, payload, created_at FROM sales.outbox_archive
     WHERE name = $1 AND aggregate_id = $2 ORDER BY sequence`,
    [orderPromotionChanged.name, order_id],
  );
  expect(events.map(({ sequence, payload }) => [sequence, payload.uses[0]?.total])).toEqual([
    [1, 1],
    [2, 4],
    [3, 5],
  ]);
  const again = [...events, ...events.toReversed(), ...events];
  const { db } = world.assembly.running.integration;
  await db.transactFor([user.account_id], (tx) => new OrderUses().onChanged(again, tx));
  expect(await counters(promotion_id)).toEqual([1, 0]);
  expect(await uses(promotion_id)).toMatchObject([{ total: 5 }]);
});

test('sales publishes nothing for an order without promotions', async () => {
  const { order_id } = await place('shipping');
  ok(await orders().edit({ order_id, city: 'Paris' }));
  ok(await orders().delete({ order_id }));
  const found = await world.assembly.running.sales.db.source.query(
    'SELECT FROM sales.outbox_archive WHERE name = $1 AND aggregate_id = $2',
    [orderPromotionChanged.name, order_id],
  );
  expect(found).toEqual([]);
});

describe('a strict promotion', () => {
  const strict = () => add({ total_limit: 1 }, { limit_policy: 'strict' });

  test('gives its last use to one of 50 orders, and refuses the others', async () => {
    const { promotion_id, code } = await strict();
    const answers = await Promise.all(Array.from({ length: 50 }, () => addOrder(code)));
    const refused = answers.filter((answer) => answer.error);
    expect(refused).toHaveLength(49);
    expect(refused.map((answer) => failure(answer).error_details?.[0]?.code)).toEqual(Array(49).fill('limit_reached'));
    expect(await counters(promotion_id)).toEqual([1, 0]);
    expect(await uses(promotion_id)).toMatchObject([{ over_limit: false }]);
  });

  test('counts a repeated request once', async () => {
    const { promotion_id, code } = await strict();
    const body = { ...orderOf(shop, [{ item_id: 0, quantity: 1 }], { totals: off(code, -1) }), idempotency_key: code };
    const first = ok(await orders().add(body)).order;
    await world.settled();
    expect(ok(await orders().add(body)).order.order_id).toBe(first.order_id);
    expect(await counters(promotion_id)).toEqual([1, 0]);
  });

  test('takes the hold that the till has reserved', async () => {
    const { promotion_id, coupon, code } = await strict();
    const products = [{ quantity: 1, price: 10 }];
    ok(await promotions().reserve({ channel_id: shop.channel_id, key: 'till-7', coupons: [coupon], products }));
    expect(failure(await addOrder(code)).error_details).toMatchObject([{ code: 'limit_reached' }]);
    const { order_id } = await place(code, { imported_order_id: 'till-7' });
    expect(await counters(promotion_id)).toEqual([1, 0]);
    // Uses that the order has are not judged again.
    ok(await orders().edit({ order_id, totals: off(code, -2) }));
    expect(await uses(promotion_id)).toMatchObject([{ over_limit: false }]);
  });

  test('is free again at once when the order is refused', async () => {
    const { promotion_id, code } = await strict();
    const { order_id } = await place('shipping');
    expect(failure(await addOrder(code, { order_status_id: 999 })).error).toEqual(['There is no order status 999.']);
    expect(failure(await orders().edit({ order_id, totals: off(code, -1), customer_id: 999 })).error).toEqual([
      'There is no customer 999.',
    ]);
    expect(await counters(promotion_id)).toEqual([0, 0]);
    await place(code);
    expect(await counters(promotion_id)).toEqual([1, 0]);
  });

  test('is judged when an edit adds it', async () => {
    const { promotion_id, code } = await strict();
    const { order_id } = await place('shipping');
    await place(code);
    expect(failure(await orders().edit({ order_id, totals: off(code, -1) })).error_details).toMatchObject([
      { code: 'limit_reached' },
    ]);
    expect(await counters(promotion_id)).toEqual([1, 0]);
  });

  test('holds nothing in a dry run', async () => {
    const { promotion_id, code } = await strict();
    ok(
      await orders().add({ ...orderOf(shop, [{ item_id: 0, quantity: 1 }], { totals: off(code, -1) }), dry_run: true }),
    );
    expect(await counters(promotion_id)).toEqual([0, 0]);
  });
});

test('users who are limited to channel groups see the uses of their channels, and change no promotion', async () => {
  const { promotion_id, coupon, code } = await add();
  const { channel_id } = ok(await user.api.integration.channel.add({ type: 'pos', name: 'Own' }));
  const { channel_group_id } = ok(await user.api.setting.channel_group.add({ name: 'Own', channels: [channel_id] }));
  await place(code);
  const own = await place(code, { channel_id });
  await world.settled();
  const rights = { access: ['*'], modify: ['*'], channel_groups: [channel_group_id] };
  const limited = (await world.colleague(user, rights)).api.extension.total.promotion;
  const { histories } = ok(await limited.getHistory({ filter_promotion_id: promotion_id }));
  expect(histories.map(({ order_id }) => order_id)).toEqual([own.order_id]);
  expect(ok(await limited.get({ promotion_id })).total).toBe(1);
  const forbidden = [{ code: 'forbidden', message: 'You may not change promotions: you are limited to some.' }];
  for (const refused of [
    await limited.add({ name: 'x', type: 'percent' }),
    await limited.edit({ promotion_id, status: false }),
    await limited.delete({ promotion_id }),
    await limited.addCategory({ name: 'x', items: [] }),
    await limited.editCategory({ promotion_category_id: 1, name: 'x' }),
    await limited.deleteCategory({ promotion_category_id: 1 }),
  ])
    expect(failure(refused).error_details).toEqual(forbidden);
  const cart = { coupons: [coupon], products: [{ quantity: 1, price: 10 }] };
  ok(await limited.reserve({ ...cart, channel_id, key: 'own' }));
  const foreign = { channel_id: shop.channel_id, key: 'foreign' };
  const absent = [`There is no channel ${shop.channel_id}.`];
  expect(failure(await limited.reserve({ ...cart, ...foreign })).error).toEqual(absent);
  expect(failure(await limited.calculate({ ...cart, ...foreign })).error).toEqual(absent);
  expect(failure(await limited.release(foreign)).error).toEqual(absent);
});

test('each line of an order shows its share of the negative totals', async () => {
  const lines = [33.3, 33.3, 33.3].map((price) => ({ item_id: 0, quantity: 1, price }));
  const totals = [...off('promotion.1', -10), { code: 'shipping', name: 'Shipping', price: 5, sort_order: 1 }];
  const { order } = ok(await orders().add(orderOf(shop, lines, { totals })));
  expect(order.products.map(({ allocated }) => allocated)).toEqual([-3.34, -3.33, -3.33]);
});
