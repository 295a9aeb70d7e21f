import type { OrderAdd } from '@stockbook/contracts';
import { failure, ok, type TestUser, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

type Filters = Parameters<TestUser['api']['sale']['order']['get']>[0];

let world: World;
let counter: Counter;
beforeAll(async () => void (world = await World.shared()));

describe('sale/order/get', () => {
  /** The ids of the orders below, by their name. */
  const id: Record<'ada' | 'bob' | 'eve', number> = { ada: 0, bob: 0, eve: 0 };
  let fair_id: number;
  const given: Record<keyof typeof id, () => Partial<OrderAdd>> = {
    ada: () => ({
      imported_order_id: 'W-1',
      firstname: 'Ada',
      lastname: 'Lovelace',
      email: 'ada@engines.test',
      telephone: '+44 1',
      shipping_method: 'Courier',
      shipping_tracking: 'T-1',
      shipping_date: '2026-03-05T22:00:00Z',
      postcode: 'W1',
      date_ordered: '2026-03-01T08:00:00Z',
    }),
    bob: () => ({
      imported_order_id: 'W-2',
      firstname: 'Bob',
      lastname: 'Love',
      email: 'bob@love.test',
      telephone: '+44 2',
      telephone_2: '+44 1',
      shipping_method: 'Post',
      shipping_date: '2026-03-06T10:00:00Z',
      postcode: 'W2',
      date_ordered: '2026-01-01T08:00:00Z',
      order_status_id: counter.shop.paid_id,
      payment_method: counter.card_id,
    }),
    eve: () => ({
      firstname: 'Eve',
      lastname: '100%_Sure',
      date_ordered: '2026-02-01T08:00:00Z',
      order_status_id: counter.done_id,
      channel_id: fair_id,
    }),
  };

  beforeAll(async () => {
    counter = await Counter.open(world, 'Asia/Singapore');
    fair_id = ok(await counter.user.api.integration.channel.add({ type: 'pos', name: 'Fair' })).channel_id;
    for (const name of ['ada', 'bob', 'eve'] as const) {
      id[name] = (await counter.place(given[name]())).order_id;
    }
    await world.settled();
    for (const [name, added, modified] of [
      ['ada', '2026-04-01', '2026-05-03'],
      ['bob', '2026-04-02', '2026-05-02'],
      ['eve', '2026-04-03', '2026-05-01'],
    ] as const)
      await counter.sql('UPDATE sales.sale_order SET date_added = $2, date_modified = $3 WHERE order_id = $1', [
        id[name],
        `${added}T00:00:00Z`,
        `${modified}T00:00:00Z`,
      ]);
  });

  const found = async (filters: Filters) => {
    const { total, orders } = ok(await counter.orders.get(filters));
    expect(total).toBe(orders.length);
    return orders.map(({ firstname }) => firstname.toLowerCase()).toSorted();
  };

  it.each<[keyof Filters, () => Filters, string[]]>([
    ['order_id', () => ({ order_id: id.bob }), ['bob']],
    ['order_id', () => ({ order_id: 999_999 }), []],
    ['filter_imported_order_id', () => ({ filter_imported_order_id: 'W-1' }), ['ada']],
    ['filter_channel_id', () => ({ filter_channel_id: fair_id }), ['eve']],
    ['filter_name', () => ({ filter_name: 'LOVE' }), ['ada', 'bob']],
    ['filter_name', () => ({ filter_name: 'ada love' }), ['ada']],
    ['filter_name', () => ({ filter_name: '0%_s' }), ['eve']],
    ['filter_name', () => ({ filter_name: 'a_a' }), []],
    ['filter_email', () => ({ filter_email: 'ADA@engines.test' }), ['ada']],
    ['filter_email', () => ({ filter_email: 'S.TEST' }), ['ada']],
    ['filter_telephone', () => ({ filter_telephone: '2' }), ['bob']],
    ['filter_telephone', () => ({ filter_telephone: '+44 1' }), ['ada', 'bob']],
    ['filter_order_status', () => ({ filter_order_status: `${counter.shop.paid_id}` }), ['bob']],
    [
      'filter_order_status',
      () => ({ filter_order_status: `${counter.shop.paid_id}, ${counter.done_id}` }),
      ['bob', 'eve'],
    ],
    ['filter_payment_method', () => ({ filter_payment_method: 'Card' }), ['bob']],
    ['filter_shipping_method', () => ({ filter_shipping_method: 'Courier' }), ['ada']],
    ['filter_shipping_tracking', () => ({ filter_shipping_tracking: 'T-1' }), ['ada']],
    ['filter_shipping_date', () => ({ filter_shipping_date: '2026-03-06' }), ['ada', 'bob']],
    ['filter_shipping_date', () => ({ filter_shipping_date: '2026-03-05' }), []],
    ['filter_postcode', () => ({ filter_postcode: 'W2' }), ['bob']],
    ['filter_date_start', () => ({ filter_date_start: '2026-04-02T00:00:00Z' }), ['bob', 'eve']],
    ['filter_date_end', () => ({ filter_date_end: '2026-04-02T00:00:00Z' }), ['ada', 'bob']],
    ['filter_date_end', () => ({ filter_date_end: '2026-04-01' }), ['ada']],
    [
      'filter_date_type',
      () => ({ filter_date_start: '2026-05-02', filter_date_type: 'date_modified' }),
      ['ada', 'bob'],
    ],
    ['filter_date_type', () => ({ filter_date_end: '2026-01-31', filter_date_type: 'date_ordered' }), ['bob']],
    ['filter_date_type', () => ({ filter_date_end: '2026-01-31', filter_date_type: 'date_added' }), []],
    ['filter_deleted', () => ({ filter_deleted: false }), ['ada', 'bob', 'eve']],
  ])('finds by %s', async (_, filters, names) => {
    expect(await found(filters())).toEqual(names);
  });

  it('finds nothing by the id 0', async () => {
    expect(ok(await counter.orders.get({ order_id: 0 }))).toEqual({ total: 0, orders: [] });
  });

  it('finds the orders shipped on a day that begins without midnight', async () => {
    const cairo = await Counter.open(world, 'Africa/Cairo');
    const { order_id } = await cairo.place({ shipping_date: '2026-04-24 12:00:00' });
    const next = await cairo.place({ shipping_date: '2026-04-25 00:30:00' });
    expect(await cairo.ids({ filter_shipping_date: '2026-04-24' })).toEqual([order_id]);
    expect(await cairo.ids({ filter_shipping_date: '2026-04-25' })).toEqual([next.order_id]);
  });

  it('finds by filter_customer_id', async () => {
    const [bob] = ok(await counter.orders.get({ order_id: id.bob })).orders;
    expect(await found({ filter_customer_id: bob?.customer_id })).toEqual(['bob']);
  });

  it.each<[NonNullable<Filters['sort']>, string[]]>([
    ['order_id', ['ada', 'bob', 'eve']],
    ['date_added', ['ada', 'bob', 'eve']],
    ['date_modified', ['eve', 'bob', 'ada']],
    ['date_ordered', ['bob', 'eve', 'ada']],
  ])('sorts by %s both ways', async (sort, names) => {
    const sorted = async (order: 'ASC' | 'DESC') =>
      ok(await counter.orders.get({ sort, order })).orders.map(({ firstname }) => firstname.toLowerCase());
    expect(await sorted('ASC')).toEqual(names);
    expect(await sorted('DESC')).toEqual(names.toReversed());
  });

  it('sorts orders without a shipping_date last both ways', async () => {
    const sorted = async (order: 'ASC' | 'DESC') =>
      ok(await counter.orders.get({ sort: 'shipping_date', order })).orders.map(({ firstname }) =>
        firstname.toLowerCase(),
      );
    expect(await sorted('ASC')).toEqual(['ada', 'bob', 'eve']);
    expect(await sorted('DESC')).toEqual(['bob', 'ada', 'eve']);
  });

  it('shows the newest first, in pages that neither overlap nor miss any', async () => {
    expect(await counter.ids({})).toEqual([id.eve, id.bob, id.ada]);
    expect(await counter.ids({ limit: 2 })).toEqual([id.eve, id.bob]);
    expect(await counter.ids({ limit: 2, page: 2 })).toEqual([id.ada]);
    expect(ok(await counter.orders.get({ limit: 2, page: 3 }))).toEqual({ total: 3, orders: [] });
  });

  it('shows what an order does not have as empty', async () => {
    const [eve] = ok(await counter.orders.get({ order_id: id.eve })).orders;
    const [ada] = ok(await counter.orders.get({ order_id: id.ada })).orders;
    expect(ada).toMatchObject({ shipping_date: '2026-03-05T22:00:00Z', locked: false });
    expect(eve).toMatchObject({ locked: true, shipping_date: '', totals: [], order_blacklist_id: 0 });
    expect(eve).not.toHaveProperty('deleted');
  });

  it('shows payments, payouts and data, even when there are none', async () => {
    const [eve] = ok(await counter.orders.get({ order_id: id.eve })).orders;
    expect(eve).toMatchObject({ payments: [], payouts: [], data: [] });
  });

  it('refuses what it cannot sort or filter by', async () => {
    expect(failure(await counter.orders.get({ limit: 101, filter_date_start: 'soon' })).error.toSorted()).toEqual([
      'filter_date_start must be a date-time like 2026-03-01T08:15:30Z, 2026-03-01 08:15:30 or 2026-03-01, or empty.',
      'limit must be an integer from 1 to 100.',
    ]);
  });
});

describe('a user limited to channels', () => {
  let seen: Counter;
  let clerk: TestUser;
  let fair_id: number;
  let there: number;
  let here: number;
  beforeAll(async () => {
    seen = await Counter.open(world);
    const { integration, setting } = seen.user.api;
    fair_id = ok(await integration.channel.add({ type: 'pos', name: 'Fair' })).channel_id;
    const channels = [seen.shop.channel_id];
    const { channel_group_id } = ok(await setting.channel_group.add({ name: 'Counters', channels }));
    clerk = await world.colleague(seen.user, { access: ['*'], modify: ['*'], channel_groups: [channel_group_id] });
    there = (await seen.place({ channel_id: fair_id })).order_id;
    here = (await seen.place()).order_id;
  });

  it('lists the orders of these alone', async () => {
    expect(ok(await clerk.api.sale.order.get({}))).toMatchObject({ total: 1, orders: [{ order_id: here }] });
    expect(ok(await clerk.api.sale.order.get({ order_id: there })).total).toBe(0);
  });

  it('reaches no other order by any operation', async () => {
    const { order } = clerk.api.sale;
    const replies = [
      await order.edit({ order_id: there, comment: 'x' }),
      await order.delete({ order_id: there }),
      await order.delete({ batch_id: [here, there] }),
      await order.addHistory({ order_id: there, comment: 'x' }),
      await order.getHistory({ order_id: there }),
    ];
    for (const reply of replies) expect(failure(reply).error).toEqual([`There is no order ${there}.`]);
    const add = await order.add(seen.order({ channel_id: fair_id, products: [product()] }));
    expect(failure(add).error).toEqual([`There is no channel ${fair_id}.`]);
    expect(ok(await order.edit({ order_id: here, comment: 'mine' })).order.comment).toBe('mine');
  });
});
