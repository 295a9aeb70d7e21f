import {
  call,
  clientOf,
  ok,
  openShop,
  orderOf,
  plainResources,
  type Shop,
  type TestUser,
  World,
} from '@stockbook/testing';

let world: World;
let user: TestUser;
let shop: Shop;
beforeAll(async () => {
  world = await World.shared();
  user = await world.account();
  shop = await openShop(user);
});

/** A list of records with names, and how to add one. */
interface Named {
  readonly path: string;
  readonly records: string;
  readonly isSearched: boolean;
  readonly isSorted: boolean;
  add(name: string): Promise<unknown>;
}

const plain = plainResources
  .filter((resource) => 'name' in resource.fields('add') && 'name' in resource.record)
  .map((resource): Named => ({
    path: resource.path,
    records: resource.list,
    isSearched: 'filter_name' in resource.fields('get'),
    isSorted: resource.allSorts.includes('name'),
    add: async (name) => {
      const records = clientOf(world, user, resource);
      await records.add({ ...(await records.unique()), name });
    },
  }));
let placed = 0;
const lists: readonly Named[] = [
  ...plain,
  {
    path: 'inventory/item',
    records: 'items',
    isSearched: true,
    isSorted: true,
    add: async (name) => ok(await user.api.inventory.item.add({ name })),
  },
  {
    path: 'sale/customer',
    records: 'customers',
    isSearched: true,
    isSorted: true,
    add: async (firstname) => ok(await user.api.sale.customer.add({ firstname })),
  },
  {
    path: 'sale/order',
    records: 'orders',
    isSearched: true,
    isSorted: false,
    add: async (lastname) => {
      const fields = { firstname: '', lastname, comment: `${++placed}` };
      ok(await user.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1 }], fields)));
    },
  },
];

async function namesOf({ path, records }: Named, input: object): Promise<string[]> {
  const { body } = await call(world.url, user.credentials, `${path}/get`, { limit: 100, ...input });
  const found: { name: string }[] = Reflect.get(body, records);
  return found.map(({ name }) => name);
}

describe.each(lists.filter(({ isSearched }) => isSearched))('$path', (list) => {
  it('finds names without regard to case and diacritics', async () => {
    await list.add('Cà phê Đào 100%');
    expect(await namesOf(list, { filter_name: 'PHE dao 100%' })).toEqual(['Cà phê Đào 100%']);
    expect(await namesOf(list, { filter_name: 'phe%dao' })).toEqual([]);
  });
});

describe.each(lists.filter(({ isSorted }) => isSorted))('$path', (list) => {
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
