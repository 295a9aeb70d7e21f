import { ok, refused, type TestUser, World } from '@stockbook/testing';

let world: World;
let shop: TestUser;
beforeAll(async () => {
  world = await World.shared();
});
beforeEach(async () => {
  shop = await world.account();
});

const locationNamed = async (name: string) => ok(await shop.api.inventory.location.add({ name })).location_id;
const itemNamed = async (name: string, fields: object = {}) =>
  ok(await shop.api.inventory.item.add({ name, ...fields })).item_id;
const balancesAt = async (date: string, input: object = {}, user = shop) =>
  ok(await user.api.inventory.flow.getBalance({ date, ...input }));

async function setStock(item_id: number, location_id: number, quantity: number, cost?: number): Promise<void> {
  ok(await shop.api.inventory.item.editStock({ items: [{ item_id, location_id, quantity, cost }] }));
}

/** Returns an instant later than all that was done before. */
async function now(): Promise<string> {
  const { source } = world.assembly.running.inventory.db;
  const [row] = await source.query(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC' + interval '1 ms', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
       pg_sleep_until(clock_timestamp() + interval '2 ms')`,
  );
  return row.at;
}

interface Stock {
  readonly item_id: number;
  readonly average_cost?: number;
  readonly pool_cost?: number;
  readonly levels: readonly (readonly [location_id: number, quantity: number])[];
}

/** Returns each item's stock, as items show it now. */
async function stockNow(): Promise<Stock[]> {
  const { items } = ok(await shop.api.inventory.item.get({ order: 'ASC' }));
  return items.map(({ item_id, average_cost, pool_cost, locations }) => {
    const levels = locations.map(({ location_id, quantity }) => [location_id, quantity] as const);
    return { item_id, average_cost, pool_cost, levels: levels.filter(([, quantity]) => quantity !== 0) };
  });
}

test('shows the stock and its cost as they were after each of many movements', async () => {
  const locations = [await locationNamed('Near'), await locationNamed('Far'), await locationNamed('Depot')];
  const items = [await itemNamed('Cup'), await itemNamed('Tea')];
  const past: { at: string; stock: Stock[] }[] = [];
  for (let n = 0; n < 24; n++) {
    const [item_id = 0, location_id = 0] = [items[(n * 7) % 2], locations[(n * 5) % 3]];
    await setStock(item_id, location_id, (n * 13) % 20, 1 + (n % 4));
    past.push({ at: await now(), stock: await stockNow() });
  }
  for (const { at, stock } of past) {
    const { balances } = await balancesAt(at, { order: 'ASC', limit: 100 });
    for (const { item_id, average_cost, pool_cost, levels } of stock) {
      const own = balances.filter((balance) => balance.item_id === item_id);
      const held = own.filter(({ quantity }) => quantity !== 0);
      expect(held.map(({ location_id, quantity }) => [location_id, quantity])).toEqual(
        expect.arrayContaining([...levels]),
      );
      expect(held).toHaveLength(levels.length);
      for (const balance of own) expect(balance.average_cost).toBe(average_cost);
      expect(own.reduce((sum, { value = 0 }) => sum + value, 0)).toBeCloseTo(pool_cost ?? NaN, 3);
    }
  }
});

test('shows no stock before its first movement, and keeps stock that is gone at 0', async () => {
  const [item_id, location_id] = [await itemNamed('Tea'), await locationNamed('Store')];
  const before = await now();
  await setStock(item_id, location_id, 4, 2.5);
  const stocked = await now();
  await setStock(item_id, location_id, 0);
  expect(await balancesAt(before)).toEqual({ total: 0, balances: [] });
  expect((await balancesAt(stocked)).balances).toEqual([
    {
      item_id,
      model: '',
      sku: '',
      name: 'Tea',
      location_id,
      location: 'Store',
      quantity: 4,
      average_cost: 2.5,
      value: 10,
    },
  ]);
  expect(await balancesAt('2100-01-01')).toMatchObject({ total: 1, balances: [{ quantity: 0, value: 0 }] });
});

test('narrows the balances to items, a location, categories and a brand, page by page', async () => {
  const [near, far] = [await locationNamed('Near'), await locationNamed('Far')];
  const { brand_id } = ok(await shop.api.inventory.brand.add({ name: 'Clay' }));
  const [tea, cup] = [await itemNamed('Tea'), await itemNamed('Cup', { brand_id })];
  await setStock(tea, near, 1);
  await setStock(tea, far, 2);
  await setStock(cup, near, 3);
  const quantities = async (input: object) => {
    const { total, balances } = await balancesAt('2100-01-01', { order: 'ASC', ...input });
    return [total, ...balances.map(({ quantity }) => quantity)];
  };
  expect(await quantities({})).toEqual([3, 1, 2, 3]);
  expect(await quantities({ filter_item_id: `${tea}` })).toEqual([2, 1, 2]);
  expect(await quantities({ filter_item_id: `${cup},${tea}`, filter_location_id: near })).toEqual([2, 1, 3]);
  expect(await quantities({ filter_brand_id: brand_id })).toEqual([1, 3]);
  expect(await quantities({ filter_item_id: '0', filter_location_id: 0, filter_brand_id: 0 })).toEqual([3, 1, 2, 3]);
  expect(await quantities({ filter_category: '1' })).toEqual([0]);
  expect(await quantities({ limit: 2, page: 2 })).toEqual([3, 3]);
  expect(await quantities({ order: 'DESC', limit: 1 })).toEqual([3, 3]);
});

test.each([{}, { date: '' }, { date: '0000-00-00' }])('asks for a date: %j', async (input) => {
  expect(refused(await shop.api.inventory.flow.getBalance(input as never))).toEqual(['date is required.']);
});

test('shows no cost without the permission, and only items of the channel groups of its user', async () => {
  const location_id = await locationNamed('Store');
  const { channel_group_id } = ok(await shop.api.setting.channel_group.add({ name: 'Web', channels: [] }));
  await setStock(await itemNamed('Tea', { channel_group_id }), location_id, 1);
  await setStock(await itemNamed('Cup'), location_id, 2);
  const own = { access: ['inventory/flow'], modify: [], view_cost: false, channel_groups: [channel_group_id + 1] };
  const clerk = await world.colleague(shop, own);
  const { total, balances } = await balancesAt('2100-01-01', {}, clerk);
  expect(total).toBe(1);
  expect(balances).toMatchObject([{ name: 'Cup', quantity: 2 }]);
  expect(balances[0]).not.toHaveProperty('average_cost');
  expect(balances[0]).not.toHaveProperty('value');
  expect(await balancesAt('2100-01-01', {}, await world.account())).toEqual({ total: 0, balances: [] });
});
