import { ok, type TestUser, World } from '@stockbook/testing';
import { Counter } from '../../counter.fixture.js';

type Filters = Parameters<TestUser['api']['sale']['order']['get']>[0];

let world: World;
let counter: Counter;
beforeAll(async () => void (world = await World.shared()));

const get = async (filters: Filters) => ok(await counter.orders.get(filters));

describe('a search of a few orders', () => {
  beforeEach(async () => void (counter = await Counter.open(world)));

  it('finds parts of each text, without case and diacritics, all words of it in any order', async () => {
    const { order_id } = await counter.place({
      imported_order_id: 'WEB-8841',
      firstname: 'Zoë',
      lastname: 'Lundström',
      email: 'zoe.l@post.test',
      telephone: '+46 70 1234567',
      telephone_2: '08 765432',
      shipping_tracking: 'JJD0099XY',
    });
    await counter.place({ firstname: 'Ada', lastname: 'Byron', email: 'ada@post.test' });
    for (const search of ['eb-88', 'lundstrom', 'STRÖM zoe', 'oe.l@po', '12345', '6543', '099x', `${order_id}`])
      expect([search, await counter.ids({ search })]).toEqual([search, [order_id]]);
    for (const search of ['zoe byron', '%', 'nobody'])
      expect([search, await counter.ids({ search })]).toEqual([search, []]);
    expect(await get({ search: 'post.test', limit: 1 })).toMatchObject({ total: 2 });
    expect(await counter.ids({ search: 'undst', sort: 'date_modified' })).toEqual([order_id]);
    expect(await counter.ids({ search: 'undst', filter_email: 'nobody' })).toEqual([]);
  });

  it('shows the order of a number, an imported number or a tracking number before all others', async () => {
    const code = await counter.place({ imported_order_id: 'Ada' });
    const tracked = await counter.place({ shipping_tracking: 'Ada' });
    const named = await counter.place({ firstname: 'Ada', lastname: '' });
    const begins = await counter.place({ firstname: 'Adam', lastname: '' });
    const part = await counter.place({ firstname: 'Cicada', lastname: '' });
    const ids = [tracked, code, named, begins, part].map(({ order_id }) => order_id);
    expect(await counter.ids({ search: 'Ada' })).toEqual(ids);
    expect(await counter.ids({ search: 'Ada', order: 'ASC', limit: 2 })).toEqual([code.order_id, tracked.order_id]);
    const mention = await counter.place({ firstname: `${named.order_id}`, lastname: '' });
    expect(await counter.ids({ search: `${named.order_id}` })).toEqual([named.order_id, mention.order_id]);
  });

  it('shows nothing of other accounts and of deleted orders', async () => {
    const { order_id } = await counter.place({ imported_order_id: 'GONE-1', firstname: 'Gone' });
    expect(await (await Counter.open(world)).ids({ search: 'gone' })).toEqual([]);
    ok(await counter.orders.delete({ order_id }));
    expect(await counter.ids({ search: 'GONE-1' })).toEqual([]);
    expect(await counter.ids({ search: 'GONE-1', filter_deleted: true })).toEqual([order_id]);
  });
});

describe('among 21,000 orders', () => {
  const COUNT = 21_000;
  const EARLY = 6_000;
  let last = 0;
  beforeAll(async () => {
    counter = await Counter.open(world);
    const [row] = await counter.sql<{ last: number }>(
      `WITH added AS (
         INSERT INTO sales.sale_order (account_id, location_id, channel_id, channel, order_status_id,
           currency, name, email, telephone, imported_order_id)
         SELECT $1, $2, $3, 'Counter',
           1, 'USD', concat('Ada Buyer', n, CASE WHEN n <= $5 THEN ' early' END, CASE WHEN n = 3 THEN ' adabuyer' END),
           concat('buyer', n, '@post.test'), concat('555', n + 100000), CASE n WHEN 5 THEN 'Buyer' ELSE '' END
         FROM generate_series(1, $4::int) n ORDER BY n RETURNING order_id
       ) SELECT max(order_id)::int AS last FROM added`,
      [counter.user.account_id, counter.shop.store_id, counter.shop.channel_id, COUNT, EARLY],
    );
    last = row!.last;
    // The plans of lists by date depend on it, and autovacuum may come late.
    await counter.sql('ANALYZE sales.sale_order, sales.sale_order_state');
  });

  const idOf = (n: number) => last - COUNT + n;
  const newest = (from: number, count: number) => Array.from({ length: count }, (_, i) => idOf(from - i));
  const numbers = Array.from({ length: COUNT }, (_, i) => COUNT - i);

  it('a part of a name, an e-mail or a telephone that holds common and rare trigrams is found exactly', async () => {
    const having = (part: string) => numbers.filter((n) => `${n}`.startsWith(part)).map(idOf);
    const page = async (filters: Filters) => ({
      ...(await get(filters)),
      ids: await counter.ids({ limit: 100, ...filters }),
    });
    expect(await page({ filter_name: 'BUYER77' })).toMatchObject({ total: 111, ids: having('77').slice(0, 100) });
    expect(await page({ filter_email: 'buyer777@' })).toMatchObject({ total: 1, ids: [idOf(777)] });
    expect(await page({ filter_telephone: '5115432' })).toMatchObject({ total: 1, ids: [idOf(15_432)] });
    expect(await page({ filter_name: 'a buyer2100' })).toMatchObject({ total: 2, ids: [idOf(21_000), idOf(2_100)] });
    expect(await page({ search: 'buyer2100 ada' })).toMatchObject({ total: 2, ids: [idOf(2_100), idOf(21_000)] });
  });

  it('a search that very many match shows a code, then the newest, and says that not all are counted', async () => {
    const { total, total_is_minimum } = await get({ search: 'Buyer' });
    expect({ total, total_is_minimum }).toEqual({ total: 200, total_is_minimum: true });
    expect(await counter.ids({ search: 'Buyer', limit: 3 })).toEqual([idOf(5), idOf(COUNT), idOf(COUNT - 1)]);
    expect(await counter.ids({ search: 'Buyer', limit: 100, page: 2 })).toEqual(newest(COUNT - 99, 100));
  });

  it('a search of common trigrams finds an old order, too', async () => {
    expect(await get({ search: 'adabuyer' })).toMatchObject({ total: 1, orders: [{ order_id: idOf(3) }] });
  });

  it('more matches than are ranked are shown by their numbers', async () => {
    const { total, total_is_minimum } = await get({ search: 'early' });
    expect({ total, total_is_minimum }).toEqual({ total: 5_000, total_is_minimum: true });
    expect(await counter.ids({ search: 'early', limit: 100, page: 2 })).toEqual(newest(EARLY - 100, 100));
  });

  it.each<Filters>([{ sort: 'date_added' }, { sort: 'date_modified', page: 2 }, { after_id: 0 }])(
    'a search that has another order counts no more of its matches, either: %j',
    async (filters) => {
      const { total, total_is_minimum, orders } = await get({ search: 'Buyer', limit: 3, ...filters });
      expect({ total, total_is_minimum, shown: orders.length }).toEqual({
        total: 5_000,
        total_is_minimum: true,
        shown: 3,
      });
      const few = await get({ search: 'buyer2100', ...filters, ...('page' in filters && { page: 1 }) });
      expect(few).toMatchObject({ total: 2 });
    },
  );
});
