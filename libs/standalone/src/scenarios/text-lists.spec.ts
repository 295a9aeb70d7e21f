import { call } from '@stockbook/auth';
import { ok, openShop, orderOf, type Shop, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
let shop: Shop;
beforeAll(async () => void (world = await World.open()));
beforeEach(async () => {
  user = await world.account();
  shop = await openShop(user);
});
afterAll(() => world.close());

/** A list of records with names, and how to add one. */
interface Named {
  readonly path: string;
  readonly records: string;
  add(name: string): Promise<unknown>;
}

const api = () => user.api;
let placed = 0;
const order = async (lastname: string) =>
  ok(
    await api().sale.order.add(
      orderOf(shop, [{ item_id: 0, quantity: 1 }], { firstname: '', lastname, comment: `${++placed}` }),
    ),
  );

const lists: readonly Named[] = [
  { path: 'inventory/brand', records: 'brands', add: async (name) => ok(await api().inventory.brand.add({ name })) },
  {
    path: 'inventory/location',
    records: 'locations',
    add: async (name) => ok(await api().inventory.location.add({ name })),
  },
  { path: 'inventory/item', records: 'items', add: async (name) => ok(await api().inventory.item.add({ name })) },
  {
    path: 'sale/customer_group',
    records: 'customer_groups',
    add: async (name) => ok(await api().sale.customer_group.add({ name })),
  },
  { path: 'sale/customer', records: 'customers', add: order },
  { path: 'sale/order', records: 'orders', add: order },
  {
    path: 'setting/channel_group',
    records: 'channel_groups',
    add: async (name) => ok(await api().setting.channel_group.add({ name })),
  },
  {
    path: 'setting/order_status',
    records: 'order_statuses',
    add: async (name) => ok(await api().setting.order_status.add({ name })),
  },
  {
    path: 'setting/payment_method',
    records: 'payment_methods',
    add: async (name) => ok(await api().setting.payment_method.add({ name })),
  },
  {
    path: 'integration/channel',
    records: 'channels',
    add: async (name) => ok(await api().integration.channel.add({ type: 'pos', name })),
  },
];

async function namesOf({ path, records }: Named, input: object): Promise<string[]> {
  const { body } = await call(world.url, user.credentials, `${path}/get`, { limit: 100, ...input });
  const found: { name: string }[] = Reflect.get(body, records);
  return found.map(({ name }) => name);
}

const isSearched = ({ path }: Named) =>
  !['setting/order_status', 'setting/payment_method', 'integration/channel'].includes(path);

describe.each(lists.filter(isSearched))('$path', (list) => {
  it('finds names without regard to case and diacritics', async () => {
    await list.add('Cà phê Đào 100%');
    expect(await namesOf(list, { filter_name: 'PHE dao 100%' })).toEqual(['Cà phê Đào 100%']);
    expect(await namesOf(list, { filter_name: 'phe%dao' })).toEqual([]);
  });
});

describe.each(lists.filter(({ path }) => path !== 'sale/order'))('$path', (list) => {
  it('sorts names without regard to case, digits by value, in an order given in any case', async () => {
    const names = ['shelf 9', 'Shelf 10', 'Shëlf 11', 'shelf b'];
    for (const name of names.toReversed()) await list.add(name);
    const shelves = async (order: string) =>
      (await namesOf(list, { sort: 'name', order })).filter((name) => name.startsWith('sh') || name.startsWith('Sh'));
    expect(await shelves('asc')).toEqual(names);
    expect(await shelves('Desc')).toEqual(names.toReversed());
  });

  it('takes names of 1,000 characters and distinguishes those that begin alike', async () => {
    const letters = Array.from({ length: 999 }, (_, n) => String.fromCodePoint(0x20000 + ((n * 7919) % 40_000))).join(
      '',
    );
    await list.add(`${letters}1`);
    await list.add(`${letters}2`);
    const first = (await namesOf(list, {})).filter((name) => name.startsWith(letters));
    expect(first).toEqual([`${letters}2`, `${letters}1`]);
  });
});
