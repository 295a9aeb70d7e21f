import { type Event, type OrderPromotions, orderPromotionChanged } from '@stockbook/contracts';
import { failure, ok, orderOf } from '@stockbook/testing';
import { OrderUses } from './order-uses.js';
import { off, openPromotionShop, type PromotionShop } from './promotion-shop.fixture.js';

let at: PromotionShop;
beforeAll(async () => {
  at = await openPromotionShop();
});

test('an order uses its promotions, on its lines and on its total, once each and in the base currency', async () => {
  const { promotion_id, code, coupon } = await at.add();
  ok(await at.user.api.setting.currency.add({ code: 'EUR', value: 0.5 }));
  const line = { item_id: 0, quantity: 1, totals: off(code, -2) };
  const { order } = ok(await at.orders.add(orderOf(at.shop, [line, line], { totals: off(code, -1), currency: 'EUR' })));
  expect(await at.counters(promotion_id)).toEqual([1, 0]);
  const { order_id, customer_id } = order;
  expect(await at.uses(promotion_id)).toMatchObject([
    { promotion_id, order_id, customer_id, coupon, total: 10, over_limit: false },
  ]);
});

test('an edit moves the difference, and a use that is gone is hidden', async () => {
  const [first, second] = [await at.add(), await at.add()];
  const { order_id } = await at.place(first.code);
  ok(await at.orders.edit({ order_id, totals: off(first.code, -3) }));
  expect(await at.counters(first.promotion_id)).toEqual([1, 0]);
  const [use] = await at.uses(first.promotion_id);
  expect(use).toMatchObject({ order_id, total: 3 });
  ok(await at.orders.edit({ order_id, totals: off(second.code, -3) }));
  expect([await at.counters(first.promotion_id), await at.counters(second.promotion_id)]).toEqual([
    [0, 0],
    [1, 0],
  ]);
  expect(await at.uses(first.promotion_id)).toEqual([]);
  expect(await at.uses(first.promotion_id, true)).toMatchObject([{ ...use, deleted: true }]);
});

test('a void status and a deletion give the use back, any other status does not', async () => {
  const { promotion_id, code } = await at.add();
  const { order_id } = await at.place(code);
  const after = async (order_status_id: number) => {
    ok(await at.orders.addHistory({ order_id, order_status_id }));
    return (await at.counters(promotion_id))[0];
  };
  expect([await after(at.shop.paid_id), await after(at.void_id), await after(at.shop.pending_id)]).toEqual([1, 0, 1]);
  ok(await at.orders.delete({ order_id }));
  expect(await at.counters(promotion_id)).toEqual([0, 0]);
});

test('an order takes the hold of its imported_order_id', async () => {
  const { promotion_id, coupon, code } = await at.add({ total_limit: 1 });
  const { channel_id } = at.shop;
  const cart = { channel_id, coupons: [coupon], products: [{ quantity: 1, price: 10 }] };
  ok(await at.promotions.reserve({ ...cart, key: 'receipt-1' }));
  expect(await at.counters(promotion_id)).toEqual([0, 1]);
  await at.place(code, { imported_order_id: 'receipt-1' });
  expect(await at.counters(promotion_id)).toEqual([1, 0]);
  expect(await at.uses(promotion_id)).toMatchObject([{ over_limit: false }]);
  expect(ok(await at.promotions.calculate({ ...cart, key: 'receipt-1' })).applied).toHaveLength(1);
});

test('a hold without a channel is for orders of any, and a release without one ends the holds of all', async () => {
  const { promotion_id, coupon, code } = await at.add();
  const cart = { coupons: [coupon], products: [{ quantity: 1, price: 10 }] };
  const reserve = (key: string, channel_id = at.shop.channel_id) => at.promotions.reserve({ ...cart, key, channel_id });
  const anywhere = ok(await reserve('anywhere', 0));
  expect(ok(await reserve('anywhere')).holds).toEqual(anywhere.holds);
  await at.place(code, { imported_order_id: 'anywhere' });
  expect(await at.counters(promotion_id)).toEqual([1, 0]);
  ok(await reserve('both'));
  ok(await reserve('both', 0));
  expect(await at.counters(promotion_id)).toEqual([1, 2]);
  expect(ok(await at.promotions.release({ key: 'both' })).released).toBe(2);
  expect(await at.counters(promotion_id)).toEqual([1, 0]);
});

test('a use without a hold that passes the limit is recorded, marked and sent to endpoints', async () => {
  const { webhook } = at.user.api.integration;
  // Events are kept for an endpoint that is disabled too.
  const { webhook_id } = ok(await webhook.add({ url: 'https://hook.invalid', events: ['sale_promotion.over_limit'] }));
  ok(await webhook.edit({ webhook_id, enabled: false }));
  const { promotion_id, code, coupon } = await at.add({ total_limit: 1 });
  await at.place(code);
  const { order_id, channel_id } = await at.place(code);
  expect(await at.counters(promotion_id)).toEqual([2, 0]);
  const [use, before] = await at.uses(promotion_id);
  expect([use?.over_limit, before?.over_limit]).toEqual([true, false]);
  ok(await at.promotions.edit({ promotion_id, title: 'Renamed', total_limit: 1 }));
  for (const order_status_id of [at.void_id, at.shop.pending_id])
    ok(await at.orders.addHistory({ order_id, order_status_id }));
  await at.world.settled();
  const { events } = ok(await webhook.getEvent({ filter_event: 'sale_promotion' }));
  const data = {
    promotion_history_id: use?.promotion_history_id,
    promotion_id,
    order_id,
    channel_id,
    customer_id: use?.customer_id,
    coupon,
    total: 1,
    message: expect.stringContaining('limit of 1'),
    previous: {},
  };
  const event = 'sale_promotion.over_limit';
  expect(events.map(({ body }): unknown => JSON.parse(body))).toMatchObject([
    { event, sequence: 1, data },
    { event, sequence: 2, data },
  ]);
  ok(await webhook.delete({ webhook_id }));
});

test('a use that comes back keeps its row and the date when the order first used the promotion', async () => {
  const { promotion_id, code } = await at.add();
  const { order_id } = await at.place(code);
  await at.world.settled();
  const before = await at.uses(promotion_id);
  await at.world.assembly.running.integration.db.source.query(
    "UPDATE integration.promotion_history SET date_added = '2026-01-02T03:04:05Z' WHERE promotion_id = $1",
    [promotion_id],
  );
  for (const order_status_id of [at.void_id, at.shop.pending_id])
    ok(await at.orders.addHistory({ order_id, order_status_id }));
  expect(await at.counters(promotion_id)).toEqual([1, 0]);
  expect(await at.uses(promotion_id)).toEqual([{ ...before[0], date_added: '2026-01-02T03:04:05Z' }]);
});

test('the history is listed by the dates of the uses, and after one of them', async () => {
  const { promotion_id, code } = await at.add();
  const orders = [await at.place(code), await at.place(code), await at.place(code)].map(({ order_id }) => order_id);
  await at.world.settled();
  const { source } = at.world.assembly.running.integration.db;
  const dated = 'UPDATE integration.promotion_history SET date_added = $2 WHERE order_id = $1';
  for (const [i, day] of ['02', '03', '01'].entries())
    await source.query(dated, [orders[i], `2026-01-${day}T08:00:00Z`]);
  const [first, second, third] = orders;
  const list = async (fields: Parameters<typeof at.promotions.getHistory>[0]) => {
    const { total, histories } = ok(await at.promotions.getHistory({ filter_promotion_id: promotion_id, ...fields }));
    return [total, ...histories.map(({ order_id }) => order_id)];
  };
  const byDate = { sort: 'date_added', order: 'ASC' } as const;
  expect(await list(byDate)).toEqual([3, third, first, second]);
  expect(await list({ ...byDate, limit: 1, page: 2 })).toEqual([3, first]);
  expect(await list({ filter_date_added: '2026-01-02T08:00:00Z' })).toEqual([1, second]);
});

test('a credit note gives no use back', async () => {
  const { promotion_id, code } = await at.add();
  const { order_id, products } = await at.place(code);
  const credited = products.map(({ order_product_id, quantity }) => ({ order_product_id, quantity }));
  ok(await at.user.api.sale.credit_note.add({ order_id, products: credited }));
  expect(await at.counters(promotion_id)).toEqual([1, 0]);
});

test('a promotion that is unknown or deleted refuses no order, and the history says so', async () => {
  const { promotion_id, code } = await at.add();
  await at.place(code);
  await at.world.settled();
  expect(await at.uses(promotion_id)).toMatchObject([{ promotion_deleted: false }]);
  ok(await at.promotions.delete({ promotion_id }));
  await at.place(code);
  await at.place('promotion.999999');
  await at.place('promotion.99999999999999999999');
  await at.world.settled();
  expect(await at.uses(promotion_id)).toMatchObject([{ promotion_deleted: true }, { promotion_deleted: true }]);
  expect(await at.uses(999_999)).toMatchObject([{ promotion_deleted: true }]);
});

test('the uses of a customer who is merged count for the other one', async () => {
  const { promotion_id, code } = await at.add();
  const gone = ok(await at.user.api.sale.customer.add({ firstname: 'Ada' })).customer_id;
  const stays = ok(await at.user.api.sale.customer.add({ firstname: 'Ada' })).customer_id;
  await at.place(code, { customer_id: gone });
  ok(await at.user.api.sale.customer.merge({ customer_id: stays, merge_customer_id: gone }));
  await at.world.settled();
  expect(await at.uses(promotion_id)).toMatchObject([{ customer_id: stays }]);
});

test('an event that comes again or late changes nothing', async () => {
  const { promotion_id, code } = await at.add();
  const { order_id } = await at.place(code);
  ok(await at.orders.edit({ order_id, totals: off(code, -4) }));
  ok(await at.orders.edit({ order_id, totals: off(code, -5) }));
  await at.world.settled();
  const events: Event<OrderPromotions>[] = await at.world.assembly.running.sales.db.source.query(
    `SELECT event_id, account_id, topic, name, version, aggregate_id, sequence, payload, created_at
     FROM sales.outbox_archive
     WHERE name = $1 AND aggregate_id = $2 ORDER BY sequence`,
    [orderPromotionChanged.name, order_id],
  );
  expect(events.map(({ sequence, payload }) => [sequence, payload.uses[0]?.total])).toEqual([
    [1, 1],
    [2, 4],
    [3, 5],
  ]);
  const again = [...events, ...events.toReversed(), ...events];
  const { db } = at.world.assembly.running.integration;
  await db.transactFor([at.user.account_id], (tx) => new OrderUses().onChanged(again, tx));
  expect(await at.counters(promotion_id)).toEqual([1, 0]);
  expect(await at.uses(promotion_id)).toMatchObject([{ total: 5 }]);
});

test('sales publishes nothing for an order without promotions', async () => {
  const { order_id } = await at.place('shipping');
  ok(await at.orders.edit({ order_id, city: 'Paris' }));
  ok(await at.orders.delete({ order_id }));
  const found = await at.world.assembly.running.sales.db.source.query(
    'SELECT FROM sales.outbox_archive WHERE name = $1 AND aggregate_id = $2',
    [orderPromotionChanged.name, order_id],
  );
  expect(found).toEqual([]);
});

test('users who are limited to channel groups see the uses of their channels, and change no promotion', async () => {
  const { promotion_id, coupon, code } = await at.add();
  const { channel_id } = ok(await at.user.api.integration.channel.add({ type: 'pos', name: 'Own' }));
  const { channel_group_id } = ok(await at.user.api.setting.channel_group.add({ name: 'Own', channels: [channel_id] }));
  await at.place(code);
  const own = await at.place(code, { channel_id });
  await at.world.settled();
  const rights = { access: ['*'], modify: ['*'], channel_groups: [channel_group_id] };
  const limited = (await at.world.colleague(at.user, rights)).api.extension.total.promotion;
  const { histories } = ok(await limited.getHistory({ filter_promotion_id: promotion_id }));
  expect(histories.map(({ order_id }) => order_id)).toEqual([own.order_id]);
  expect(ok(await limited.get({ promotion_id })).total).toBe(1);
  const cart = { coupons: [coupon], products: [{ quantity: 1, price: 10 }] };
  ok(await limited.reserve({ ...cart, channel_id, key: 'own' }));
  const foreign = { channel_id: at.shop.channel_id, key: 'foreign' };
  const absent = [`There is no channel ${at.shop.channel_id}.`];
  expect(failure(await limited.reserve({ ...cart, ...foreign })).error).toEqual(absent);
  expect(failure(await limited.calculate({ ...cart, ...foreign })).error).toEqual(absent);
  expect(failure(await limited.release(foreign)).error).toEqual(absent);
});

test('each line of an order shows its share of the negative totals', async () => {
  const lines = [33.3, 33.3, 33.3].map((price) => ({ item_id: 0, quantity: 1, price }));
  const totals = [...off('promotion.1', -10), { code: 'shipping', name: 'Shipping', price: 5, sort_order: 1 }];
  const { order } = ok(await at.orders.add(orderOf(at.shop, lines, { totals })));
  expect(order.products.map(({ allocated }) => allocated)).toEqual([-3.34, -3.33, -3.33]);
});

test('no line shows more than it is worth, where the negative totals take off the shipping too', async () => {
  const lines = [10, 0, 5].map((price) => ({ item_id: 0, quantity: 1, price }));
  const shipping = { code: 'shipping', name: 'Shipping', price: 5, sort_order: 1 };
  const totals = [shipping, ...off('promotion.1', -5), ...off('promotion.2', -15)];
  const { order } = ok(await at.orders.add(orderOf(at.shop, lines, { totals, total: 0 })));
  expect(order.products.map(({ allocated }) => allocated)).toEqual([-10, 0, -5]);
});
