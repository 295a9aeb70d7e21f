import type { OrderSummaryGet } from '@stockbook/contracts';
import { failure, ok, stockItem, type TestUser, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
let mug_id: number;
let pot_id: number;
let fair_id: number;
const id = { first: 0, second: 0, euros: 0, short: 0, later: 0 };

/** Singapore is eight hours ahead: the first two orders are of one day there, and of two in UTC. */
beforeAll(async () => {
  world = await World.shared();
  counter = await Counter.open(world, 'Asia/Singapore');
  const { shop, user } = counter;
  fair_id = ok(await user.api.integration.channel.add({ type: 'pos', name: 'Fair' })).channel_id;
  ok(await user.api.setting.currency.add({ code: 'EUR', value: 0.3 }));
  mug_id = await stockItem(user, shop, 10, { name: 'Mug', cost: 4 });
  pot_id = await stockItem(user, shop, 1, { name: 'Pot', cost: 8 });
  const mug = (quantity: number) => product({ item_id: mug_id, name: 'Mug', quantity });
  const paid = { order_status_id: shop.paid_id };
  const place = async (date_ordered: string, total: number, changes: object) =>
    (await counter.place({ date_ordered, total, ...changes })).order_id;
  id.first = await place('2026-03-01T17:00:00Z', 10.5, { ...paid, products: [mug(1), mug(2), product()] });
  id.second = await place('2026-03-02T15:59:59Z', 20, { products: [mug(3)], payment_method: counter.card_id });
  id.euros = await place('2026-03-02T16:00:00Z', 10, {
    ...paid,
    currency: 'EUR',
    products: [mug(1)],
    channel_id: fair_id,
  });
  id.short = await place('2026-03-03T01:00:00Z', 5, {
    ...paid,
    products: [product({ item_id: pot_id, name: 'Pot', quantity: 2 })],
  });
  id.later = await place('2026-03-09T00:00:00Z', 7, {});
  const gone = await place('2026-03-02T00:00:00Z', 99, { products: [mug(1)] });
  ok(await counter.orders.delete({ order_id: gone }));
  await world.settled();
});

const summaryOf = async (changes: Partial<OrderSummaryGet>, by: TestUser = counter.user) =>
  ok(
    await by.api.sale.order.getSummary({
      date_start: '2026-03-02',
      date_end: '2026-03-03',
      group_by: 'day',
      order: 'ASC',
      ...changes,
    }),
  );

describe('sale/order/getSummary', () => {
  it("sums living orders by day of the account's time zone in the base currency, and rounds the sums", async () => {
    expect(await summaryOf({})).toEqual({
      total: 2,
      summary: [
        { key: '2026-03-02', name: '2026-03-02', orders: 2, quantity: 7, total: 30.5, cost: 24 },
        { key: '2026-03-03', name: '2026-03-03', orders: 2, quantity: 3, total: 38.3333, cost: 20 },
      ],
    });
  });

  it('groups by status, channel and payment method, named as on the latest order', async () => {
    const { shop, card_id } = counter;
    const of = async (group_by: OrderSummaryGet['group_by']) =>
      (await summaryOf({ group_by })).summary.map(({ key, name, orders, quantity }) => [key, name, orders, quantity]);
    expect(await of('order_status')).toEqual([
      [shop.pending_id, 'Pending', 1, 3],
      [shop.paid_id, 'Paid', 3, 7],
    ]);
    expect(await of('channel')).toEqual([
      [shop.channel_id, 'Counter', 3, 9],
      [fair_id, 'Fair', 1, 1],
    ]);
    expect(await of('payment_method')).toEqual([
      [shop.cash_id, 'Cash', 3, 7],
      [card_id, 'Card', 1, 3],
    ]);
  });

  it('groups lines by item, and counts an order once for each of its items', async () => {
    expect((await summaryOf({ group_by: 'item' })).summary).toEqual([
      { key: 0, name: 'Gift wrap', orders: 1, quantity: 1, total: 10, cost: 0 },
      { key: mug_id, name: 'Mug', orders: 3, quantity: 7, total: 93.3333, cost: 28 },
      { key: pot_id, name: 'Pot', orders: 1, quantity: 2, total: 20, cost: 16 },
    ]);
  });

  it('judges by another date, narrows by channel and status, and has no bounds where the dates are empty', async () => {
    const { shop } = counter;
    const everything = { date_start: '', date_end: '' };
    expect(await summaryOf({ filter_date_type: 'date_added' })).toEqual({ total: 0, summary: [] });
    expect((await summaryOf({ ...everything, filter_date_type: 'date_added' })).summary).toMatchObject([{ orders: 5 }]);
    expect((await summaryOf({ ...everything, filter_channel_id: fair_id })).summary).toMatchObject([{ orders: 1 }]);
    const filter_order_status = `${shop.pending_id}`;
    expect((await summaryOf({ ...everything, filter_order_status })).summary).toMatchObject([
      { key: '2026-03-02', orders: 1 },
      { key: '2026-03-09', orders: 1 },
    ]);
  });

  it('comes in pages that know how many groups there are, the latest first by default', async () => {
    const page = async (page: number) => summaryOf({ date_end: '', limit: 2, page, order: 'DESC' });
    const keys = ({ total, summary }: Awaited<ReturnType<typeof page>>) => [total, ...summary.map(({ key }) => key)];
    expect(keys(await page(1))).toEqual([3, '2026-03-09', '2026-03-03']);
    expect(keys(await page(2))).toEqual([3, '2026-03-02']);
    expect(keys(await page(3))).toEqual([3]);
  });

  it('shows a limited user the orders of the own channels, and cost to nobody without the permission', async () => {
    const { channel_group_id } = ok(
      await counter.user.api.setting.channel_group.add({ name: 'Fairs', channels: [fair_id] }),
    );
    const clerk = await world.colleague(counter.user, {
      access: ['*'],
      modify: [],
      channel_groups: [channel_group_id],
    });
    expect((await summaryOf({}, clerk)).summary).toEqual([
      { key: '2026-03-03', name: '2026-03-03', orders: 1, quantity: 1, total: 33.3333 },
    ]);
  });

  it('needs to know by what', async () => {
    const { error } = failure(await counter.orders.getSummary(JSON.parse('{"date_start":"","date_end":""}')));
    expect(error).toEqual(['group_by is required.']);
  });
});

describe('sale/order/get', () => {
  it('finds the orders of an item', async () => {
    expect(await counter.ids({ filter_product: mug_id })).toEqual([id.euros, id.second, id.first]);
    expect(await counter.ids({ filter_product: mug_id, filter_order_status: `${counter.shop.pending_id}` })).toEqual([
      id.second,
    ]);
    expect(await counter.ids({ filter_product: 987_654 })).toEqual([]);
  });

  it('finds by total', async () => {
    expect(await counter.ids({ filter_total_min: 10, filter_total_max: 20 })).toEqual([id.euros, id.second, id.first]);
    expect(await counter.ids({ filter_total_min: 10.51 })).toEqual([id.second]);
    expect(await counter.ids({ filter_total_max: 5 })).toEqual([id.short]);
  });

  it('finds the orders whose stock was taken, and the others, as the stock moves', async () => {
    const { orders } = counter;
    const deducted = async (filter_deducted: boolean) => counter.ids({ filter_deducted, order: 'ASC' });
    expect(await deducted(true)).toEqual([id.first, id.euros]);
    expect(await deducted(false)).toEqual([id.second, id.short, id.later]);
    ok(await orders.edit({ order_id: id.euros, products: [product({ item_id: mug_id, name: 'Mug', quantity: 2 })] }));
    await world.settled();
    expect(await deducted(true)).toEqual([id.first, id.euros]);
    ok(await orders.addHistory({ order_id: id.euros, order_status_id: counter.shop.pending_id }));
    await world.settled();
    expect(await deducted(true)).toEqual([id.first]);
  });
});
