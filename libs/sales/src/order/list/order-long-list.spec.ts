import { ok, type TestUser, World } from '@stockbook/testing';
import { Counter } from '../../counter.fixture.js';

type Filters = Parameters<TestUser['api']['sale']['order']['get']>[0];

const COUNT = 60_000;
/** The first orders have this name; so many are not among the newest that a search looks at first. */
const OLD = 6_000;
const STEP = 10_000;
const LIMIT = 100;

let world: World;
let counter: Counter;
beforeAll(async () => {
  world = await World.open();
  counter = await Counter.open(world);
  // One a minute; every tenth is deleted, every third shipped.
  for (let first = 1; first <= COUNT; first += STEP)
    await counter.sql(
      `INSERT INTO sales.sale_order (account_id, location_id,
         channel_id, channel, order_status_id, order_status, payment_method, shipping_method, currency, date_ordered,
         date_added, date_modified, shipping_date, date_deleted, name)
       SELECT $1, $2, $3 + n % 2, 'Counter', n % 4 + 1, 'Open', 'Method ' || n % 3, 'Carrier ' || n % 5, 'USD', at, at,
         at, CASE WHEN n % 3 = 0 THEN at END, CASE WHEN n % 10 = 0 THEN at END,
         CASE WHEN n <= ${OLD} THEN 'Old buyer' ELSE 'Buyer' END
       FROM generate_series($4::int, $5::int) n,
         LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 minute') AS time (at)`,
      [counter.user.account_id, counter.shop.store_id, counter.shop.channel_id, first, first + STEP - 1],
    );
  // PostgreSQL has no statistics yet, and without them lists by date take up to five times as long.
  await counter.sql('ANALYZE sales.sale_order, sales.sale_order_state');
});
afterAll(() => world.close());

const get = async (filters: Filters) => ok(await counter.orders.get(filters));
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();

/** Returns the ids of all that a condition finds, in an order. */
async function found(condition = 'date_deleted IS NULL', order = 'order_id DESC'): Promise<number[]> {
  const rows = await counter.sql<{ order_id: number }>(
    `SELECT order_id FROM sales.sale_order WHERE account_id = $1 AND ${condition} ORDER BY ${order}`,
    [counter.user.account_id],
  );
  return rows.map(({ order_id }) => order_id);
}

describe('a list of 60,000 orders', () => {
  it.each<[Filters, string]>([
    [{}, 'date_deleted IS NULL'],
    [{ filter_deleted: true }, 'true'],
    [{ filter_order_status: '1,3', filter_name: '' }, 'date_deleted IS NULL AND order_status_id IN (1, 3)'],
    [{ filter_payment_method: 'Method 2' }, "date_deleted IS NULL AND payment_method = 'Method 2'"],
    [{ filter_shipping_method: 'Carrier 4', filter_deleted: true }, "shipping_method = 'Carrier 4'"],
    [
      { filter_order_status: '2', filter_payment_method: 'Method 1', filter_shipping_method: 'Carrier 0' },
      "date_deleted IS NULL AND order_status_id = 2 AND payment_method = 'Method 1' AND shipping_method = 'Carrier 0'",
    ],
    [{ filter_payment_method: 'Method' }, 'false'],
  ])('knows how many of %j there are', async (filters, condition) => {
    const all = await found(condition);
    expect(await get(filters)).toMatchObject({ total: all.length });
    expect(await counter.ids({ ...filters, limit: LIMIT })).toEqual(all.slice(0, LIMIT));
  });

  it('knows how many of a channel there are', async () => {
    const filter_channel_id = counter.shop.channel_id;
    const { length } = await found(`date_deleted IS NULL AND channel_id = ${filter_channel_id}`);
    expect(await get({ filter_channel_id })).toMatchObject({ total: length });
  });

  // The minutes are the first, some in the middle with more and with fewer than half of the orders on either side, and
  // the last.
  it.each([0, 1, 5_000, 20_000, 55_000, COUNT, COUNT + 1])(
    'knows how many there are since and until minute %d',
    async (n) => {
      const at = minute(n);
      const since = await found(`date_deleted IS NULL AND date_added >= '${at}'`);
      const until = await found(`date_deleted IS NULL AND date_ordered <= '${at}'`);
      expect(await get({ filter_date_start: at })).toMatchObject({ total: since.length });
      expect(await get({ filter_date_end: at, filter_date_type: 'date_ordered' })).toMatchObject({
        total: until.length,
      });
      const some = await found(`date_modified >= '${at}' AND order_status_id = 2`);
      const filters = { filter_date_type: 'date_modified', filter_order_status: '2', filter_deleted: true } as const;
      expect(await get({ ...filters, filter_date_start: at })).toMatchObject({ total: some.length });
    },
  );

  it.each<[Filters, string]>([
    [{}, 'order_id DESC'],
    [{ order: 'ASC' }, 'order_id ASC'],
    [{ sort: 'date_modified', order: 'ASC' }, 'date_modified, order_id'],
    [{ sort: 'shipping_date' }, 'shipping_date DESC NULLS LAST, order_id DESC'],
    [{ sort: 'shipping_date', order: 'ASC' }, 'shipping_date ASC NULLS LAST, order_id'],
  ])('has every page of %j where it belongs, however far', async (filters, order) => {
    const all = await found(undefined, order);
    const last = Math.ceil(all.length / LIMIT);
    const asked = [2, 100, 101, Math.floor(last / 2), Math.ceil(last / 2) + 1, last - 1, last].map(Number);
    for (const page of asked) {
      const start = (page - 1) * LIMIT;
      expect(await counter.ids({ ...filters, page, limit: LIMIT })).toEqual(all.slice(start, start + LIMIT));
    }
    expect(await get({ ...filters, page: last + 1, limit: LIMIT })).toEqual({ total: all.length, orders: [] });
    // The last page is not full.
    const uneven = 70;
    const rest = all.slice(Math.floor(all.length / uneven) * uneven);
    expect(await counter.ids({ ...filters, page: Math.ceil(all.length / uneven), limit: uneven })).toEqual(rest);
  });

  it('finds orders that are older than those which a search looks at first', async () => {
    const old = (await found(`date_deleted IS NULL AND name = 'Old buyer'`)).slice(0, 5_000);
    expect(await get({ search: 'old' })).toMatchObject({ total: 5_000, total_is_minimum: true });
    const pages = await Promise.all([1, 2, 3].map((page) => counter.ids({ search: 'old', limit: LIMIT, page })));
    expect(new Set(pages.flat()).size).toBe(3 * LIMIT);
    expect(pages.flat()).toEqual(pages.flat().sort((one, other) => other - one));
    expect(pages.flat().every((id) => id <= old[0]!)).toBe(true);
  });

  it('has the same far page while orders are added', async () => {
    const page = { order: 'ASC', page: 500, limit: LIMIT } as const;
    const before = await counter.ids(page);
    const adding = Array.from({ length: 20 }, () => counter.place());
    for (let i = 0; i < 20; i++) expect(await counter.ids(page)).toEqual(before);
    await Promise.all(adding);
    expect(await get({})).toMatchObject({ total: (await found()).length });
  });
});

test('a total is exact while orders are added, changed and deleted, and their changes are summed up', async () => {
  const { paid_id, pending_id } = counter.shop;
  const before = ok(await counter.orders.get({ filter_order_status: `${paid_id}` })).total;
  const placed = await Promise.all(Array.from({ length: 120 }, () => counter.place({ order_status_id: pending_id })));
  await Promise.all(placed.slice(0, 60).map(({ order_id }) => counter.edit(order_id, { order_status_id: paid_id })));
  ok(await counter.orders.delete({ batch_id: placed.slice(0, 20).map(({ order_id }) => order_id) }));
  expect(await get({ filter_order_status: `${paid_id}` })).toMatchObject({ total: before + 40 });
  expect(await get({ filter_order_status: `${paid_id}`, filter_deleted: true })).toMatchObject({ total: before + 60 });
});
