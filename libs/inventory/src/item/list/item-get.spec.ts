import { ok, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (user = await world.account()));

type Items = TestUser['api']['inventory']['item'];
type Get = Parameters<Items['get']>[0];
const items = (of = user): Items => of.api.inventory.item;
const add = async (input: Parameters<Items['add']>[0]) => ok(await items().add(input)).item_id;
const namesOf = async (input: Get, of = user) => ok(await items(of).get(input)).items.map(({ name }) => name);
const database = () => world.assembly.running.inventory.db.source;
const set = (column: string, item_id: number, value: unknown) =>
  database().query(`UPDATE inventory.item SET ${column} = $2 WHERE item_id = $1`, [item_id, value]);
const channelGroup = async (name: string) => ok(await user.api.setting.channel_group.add({ name })).channel_group_id;

describe('lists of items', () => {
  it('are narrowed by each filter', async () => {
    const web = await channelGroup('Web');
    const { brand_id } = ok(await user.api.inventory.brand.add({ name: 'Acme' }));
    const mug = await add({ name: 'Mug 100%', model: 'M-1', sku: 'S', barcode: 'B', brand_id });
    const cup = await add({ name: 'Cup', model: 'M-2', sku: 'S', barcode: 'B-2', channel_group_id: web });
    const set_id = await add({ name: 'Set', model: 'm-1' });
    await set('categories', mug, [3, 4]);
    await set('categories', cup, [5]);
    await set('bundle', set_id, true);
    await set('date_modified', mug, '2026-01-01T00:00:00Z');
    await set('date_modified', cup, '2026-01-02T00:00:00Z');
    await set('date_modified', set_id, '2026-01-03T00:00:00Z');
    const by = async (filter: Get) => (await namesOf(filter)).sort();
    expect(await by({ item_id: cup })).toEqual(['Cup']);
    expect(await by({ item_id: 999_999 })).toEqual([]);
    expect(ok(await items().get({ item_id: 0 })).total).toBe(0);
    expect(await by({ model: 'M-1' })).toEqual(['Mug 100%']);
    expect(await by({ sku: 'S' })).toEqual(['Cup', 'Mug 100%']);
    expect(await by({ barcode: 'B' })).toEqual(['Mug 100%']);
    expect(await by({ filter_name: 'UP' })).toEqual(['Cup']);
    expect(await by({ filter_name: '0%' })).toEqual(['Mug 100%']);
    expect(await by({ filter_name: '_' })).toEqual([]);
    expect(await by({ filter_brand_id: brand_id })).toEqual(['Mug 100%']);
    expect(await by({ filter_brand_id: 0 })).toHaveLength(3);
    expect(await by({ filter_category: '4, 5' })).toEqual(['Cup', 'Mug 100%']);
    expect(await by({ filter_category: '3' })).toEqual(['Mug 100%']);
    expect(await by({ filter_bundle: true })).toEqual(['Set']);
    expect(await by({ filter_bundle: false })).toEqual(['Cup', 'Mug 100%']);
    expect(await by({ filter_date_modified: '2026-01-02T00:00:00Z' })).toEqual(['Set']);
    expect(await by({ filter_channel_group_id: String(web) })).toEqual(['Cup']);
    expect(await by({ filter_channel_group_id: `0,${web}` })).toHaveLength(3);
    expect(await by({ sku: 'S', filter_category: '5', filter_brand_id: brand_id })).toEqual([]);
    expect(await by({ sku: '', filter_name: '', filter_category: '', filter_date_modified: '' })).toHaveLength(3);
  });

  it('show the exact number of items that they narrow to', async () => {
    for (let n = 0; n < 5; n++) await add({ name: n % 2 ? 'Mug' : 'Cup', gtin: String(n) });
    ok(await items().delete({ item_id: await add({ name: 'Mug', gtin: '9' }) }));
    const totalOf = async (input: Get) => ok(await items().get({ limit: 1, ...input })).total;
    expect(await totalOf({})).toBe(5);
    expect(await totalOf({ filter_deleted: true })).toBe(6);
    expect(await totalOf({ filter_name: 'mug' })).toBe(2);
    expect(await totalOf({ filter_name: 'mug', filter_deleted: true })).toBe(3);
    expect(await totalOf({ filter_name: 'mug', page: 9 })).toBe(2);
    expect(await totalOf({ page: 9 })).toBe(5);
    expect(await totalOf({ page: 2, limit: 3 })).toBe(5);
    expect(ok(await items(await world.account()).get({ page: 2 }))).toEqual({ total: 0, items: [] });
  });

  it('are narrowed to those whose stock moved, and to bundles of them', async () => {
    const { location_id } = ok(await user.api.inventory.location.add({ name: 'Shop' }));
    const locations = [{ location_id, quantity: 5 }];
    const [mug, bowl] = [await add({ name: 'Mug', locations }), await add({ name: 'Bowl', locations })];
    await add({ name: 'Lamp' });
    await add({ name: 'Set', item_bundles: [{ bundle_item_id: mug, quantity: 1 }] });
    const moveAt = (item_id: number, date: string) =>
      database().query('UPDATE inventory.item_flow SET date_added = $2 WHERE item_id = $1', [item_id, date]);
    await moveAt(mug, '2026-01-02T00:00:00.5Z');
    await moveAt(bowl, '2026-01-01T00:00:00Z');
    const [modified] = ok(await items().get({ item_id: mug })).items;
    expect(await namesOf({ filter_stock_modified: '2025-12-31' })).toEqual(['Set', 'Bowl', 'Mug']);
    expect(await namesOf({ filter_stock_modified: '2026-01-01T00:00:00Z' })).toEqual(['Set', 'Mug']);
    expect(await namesOf({ filter_stock_modified: '2026-01-01T00:00:00Z', filter_bundle: false })).toEqual(['Mug']);
    ok(
      await items().editStock({
        items: [{ item_id: mug, location_id, quantity: 4, cost: 1 }],
        currency: 'USD',
        currency_value: 0,
      }),
    );
    expect(ok(await items().get({ item_id: mug })).items).toMatchObject([{ date_modified: modified?.date_modified }]);
    expect(await namesOf({ filter_stock_modified: '2026-02-01' })).toEqual(['Set', 'Mug']);
  });

  it('have pages without overlap even where values are equal', async () => {
    for (let n = 0; n < 7; n++) await add({ name: 'Same', gtin: String(n) });
    const page = async (at: number) => ok(await items().get({ page: at, limit: 3, sort: 'name' }));
    const pages = await Promise.all([1, 2, 3, 4].map(page));
    expect(pages.map(({ total, items: shown }) => [total, shown.length])).toEqual([
      [7, 3],
      [7, 3],
      [7, 1],
      [7, 0],
    ]);
    expect(new Set(pages.flatMap(({ items: shown }) => shown.map(({ item_id }) => item_id))).size).toBe(7);
  });
});

describe('lists of items are sorted', () => {
  it('by id, descending, by default', async () => {
    for (const name of ['B', 'A', 'C']) await add({ name });
    expect(await namesOf({})).toEqual(['C', 'A', 'B']);
    expect(await namesOf({ order: 'ASC' })).toEqual(['B', 'A', 'C']);
  });

  it.each(['name', 'model', 'sku', 'barcode', 'price', 'cost'] as const)('by %s both ways', async (sort) => {
    const values = sort === 'price' || sort === 'cost' ? [2.5, 10, 0] : ['b', 'c', 'a'];
    for (const value of values) await add({ name: 'Mug', [sort]: value });
    const sorted = async (order: 'ASC' | 'DESC') =>
      ok(await items().get({ sort, order })).items.map((item) => item[sort]);
    const ascending = [values[2], values[0], values[1]];
    expect(await sorted('ASC')).toEqual(ascending);
    expect(await sorted('DESC')).toEqual(ascending.toReversed());
  });

  it.each(['date_added', 'date_modified'] as const)('by %s both ways', async (sort) => {
    await set(sort, await add({ name: 'B' }), '2026-01-02T00:00:00Z');
    await set(sort, await add({ name: 'C' }), '2026-01-03T00:00:00Z');
    await set(sort, await add({ name: 'A' }), '2026-01-01T00:00:00Z');
    expect(await namesOf({ sort, order: 'ASC' })).toEqual(['A', 'B', 'C']);
    expect(await namesOf({ sort })).toEqual(['C', 'B', 'A']);
  });

  it('by what is in stock and its cost both ways', async () => {
    const { location_id } = ok(await user.api.inventory.location.add({ name: 'Shop' }));
    const stocked = (name: string, quantity: number, cost: number) =>
      add({ name, cost, locations: [{ location_id, quantity }] });
    const item_id = await stocked('5 at 3', 5, 3);
    await add({ name: 'None' });
    await stocked('9 at 1', 9, 1);
    await stocked('1 at 10', 1, 10);
    await database().query('UPDATE inventory.item_stock SET reserved = 8 WHERE account_id = $1 AND on_hand = 9', [
      user.account_id,
    ]);
    const both = async (sort: 'quantity' | 'average_cost' | 'pool_cost') => {
      const [ascending, descending] = [await namesOf({ sort, order: 'ASC' }), await namesOf({ sort })];
      expect(descending).toEqual(ascending.toReversed());
      return ascending;
    };
    expect(await both('quantity')).toEqual(['None', '9 at 1', '1 at 10', '5 at 3']);
    const { location_id: to_location_id } = ok(await user.api.inventory.location.add({ name: 'Depot' }));
    const places = { from_location_id: location_id, to_location_id };
    const job = ok(await user.api.inventory.transfer_job.add({ ...places, items: [{ item_id, quantity: 5 }] }));
    ok(await user.api.inventory.transfer_job.ship(job));
    expect(await both('quantity')).toEqual(['5 at 3', 'None', '9 at 1', '1 at 10']);
    expect(await both('average_cost')).toEqual(['None', '9 at 1', '5 at 3', '1 at 10']);
    expect(await both('pool_cost')).toEqual(['None', '9 at 1', '1 at 10', '5 at 3']);
  });
});

describe('an item shows', () => {
  it('its available pieces, in total and for each location', async () => {
    const ids = [];
    for (const name of ['Shop', 'Store']) ids.push(ok(await user.api.inventory.location.add({ name })).location_id);
    const locations = ids.map((location_id, n) => ({ location_id, quantity: 10 * (n + 1) }));
    const item_id = await add({ name: 'Mug', locations });
    await database().query('UPDATE inventory.item_stock SET reserved = 3 WHERE account_id = $1 AND location_id = $2', [
      user.account_id,
      ids[0],
    ]);
    expect(ok(await items().get({ item_id })).items).toMatchObject([
      {
        quantity: 27,
        locations: [
          { name: 'Shop', quantity: 7, on_hand: 10, reserved: 3 },
          { name: 'Store', quantity: 20, on_hand: 20, reserved: 0 },
        ],
      },
    ]);
  });

  it('no price of a deleted customer group', async () => {
    const { customer_group } = user.api.sale;
    const [gold, silver] = [
      ok(await customer_group.add({ name: 'Gold' })).customer_group_id,
      ok(await customer_group.add({ name: 'Silver' })).customer_group_id,
    ];
    const prices = [gold, silver].map((customer_group_id) => ({ customer_group_id, price: 2 }));
    await set('customer_groups', await add({ name: 'Mug' }), JSON.stringify(prices));
    ok(await customer_group.delete({ customer_group_id: gold }));
    expect(ok(await items().get({})).items).toMatchObject([
      { customer_groups: [{ customer_group_id: silver, name: 'Silver', price: 2 }] },
    ]);
  });
});
