import { ok, refused, type TestUser, World } from '@stockbook/testing';

let world: World;
let shop: TestUser;
beforeAll(async () => {
  world = await World.shared();
});
beforeEach(async () => {
  shop = await world.account();
});

/** Stocks a new item and returns its id. */
async function stocked(name: string, locations: { location_id: number; quantity: number }[], cost = 2.5) {
  const { item_id } = ok(
    await shop.api.inventory.item.add({ name, model: `M-${name}`, sku: `S-${name}`, cost, locations }),
  );
  return item_id;
}
const locationNamed = async (name: string) => ok(await shop.api.inventory.location.add({ name })).location_id;
const flowsOf = async (input: object = {}) => ok(await shop.api.inventory.flow.get(input));

test('the flow shows who moved what, where, and what remained', async () => {
  const location_id = await locationNamed('Store');
  const item_id = await stocked('Tea', [{ location_id, quantity: 10 }]);
  ok(await shop.api.inventory.item.editStock({ items: [{ item_id, location_id, quantity: 7 }] }));
  const { total, flows } = await flowsOf();
  expect(total).toBe(2);
  expect(flows).toMatchObject([
    { quantity: -3, balance: 7, comment: 'Stock edited' },
    { quantity: 10, balance: 10 },
  ]);
  expect(flows[0]).toMatchObject({
    item_id,
    name: 'Tea',
    model: 'M-Tea',
    sku: 'S-Tea',
    cost: 2.5,
    average_cost: 2.5,
    pool_cost: 17.5,
    user_id: shop.user_id,
    user: 'owner',
    location_id,
    location: 'Store',
  });
});

test('the flow is filtered by item, location and date, and sorted both ways', async () => {
  const [near, far] = [await locationNamed('Near'), await locationNamed('Far')];
  const tea = await stocked('Tea', [
    { location_id: near, quantity: 1 },
    { location_id: far, quantity: 2 },
  ]);
  const cup = await stocked('Cup', [{ location_id: near, quantity: 3 }]);
  const quantities = async (input: object) => {
    const { total, flows } = await flowsOf({ order: 'ASC', ...input });
    if (!('limit' in input)) expect(total).toBe(flows.length);
    return flows.map(({ quantity }) => quantity);
  };
  expect(await quantities({})).toEqual([1, 2, 3]);
  expect(await quantities({ sort: 'date_added', order: 'DESC' })).toEqual([3, 2, 1]);
  expect(await quantities({ filter_item_id: tea })).toEqual([1, 2]);
  expect(await quantities({ filter_location_id: near })).toEqual([1, 3]);
  expect(await quantities({ filter_item_id: 0, filter_location_id: 0 })).toEqual(await quantities({}));
  expect(await quantities({ filter_item_id: cup, filter_location_id: far })).toEqual([]);
  expect(await quantities({ filter_date_added_start: '2100-01-01' })).toEqual([]);
  expect(await quantities({ filter_date_added_end: '2000-01-01' })).toEqual([]);
  expect(await quantities({ filter_date_added_start: '2000-01-01', filter_date_added_end: '2100-01-01' })).toHaveLength(
    3,
  );
  expect(await quantities({ limit: 1, page: 2 })).toEqual([2]);
  expect(refused(await shop.api.inventory.flow.get({ sort: 'quantity' } as never))).toHaveLength(1);
});

test('the flow is filtered by document, user and direction', async () => {
  const location_id = await locationNamed('Store');
  const item_id = await stocked('Tea', [{ location_id, quantity: 10 }]);
  const { addition, item } = shop.api.inventory;
  const lines = [{ item_id, location_id, quantity: 5, cost: 1 }];
  const { item_addition_id: document_id } = ok(await addition.add({ addition: lines }));
  ok(await addition.edit({ item_addition_id: document_id, addition: [{ ...lines[0]!, quantity: 3 }] }));
  const clerk = await world.colleague(shop, { access: [], modify: ['inventory/item'] });
  ok(await clerk.api.inventory.item.editStock({ items: [{ item_id, location_id, quantity: 12 }] }));
  ok(await item.editStock({ items: [{ item_id, location_id, quantity: 20 }] }));
  const quantities = async (input: object) =>
    (await flowsOf({ order: 'ASC', ...input })).flows.map(({ quantity }) => quantity);
  expect(await quantities({ document: 'addition' })).toEqual([5, -2]);
  expect(await quantities({ document: 'addition', document_id })).toEqual([5, -2]);
  expect(await quantities({ document: 'item', document_id: item_id })).toEqual([10]);
  expect(await quantities({ document: 'order', document_id })).toEqual([]);
  expect(await quantities({ filter_user_id: clerk.user_id })).toEqual([-1]);
  expect(await quantities({ filter_kind: 'in' })).toEqual([10, 5, 8]);
  expect(await quantities({ filter_kind: 'out', filter_user_id: shop.user_id })).toEqual([-2]);
  expect((await flowsOf({ document: 'addition', limit: 1 })).flows).toMatchObject([
    { document: 'addition', document_id },
  ]);
  expect((await flowsOf({ document: 'item_stock', limit: 1 })).flows).toMatchObject([{ document_id: 0 }]);
  expect(await quantities({ document: 'item_stock', document_id: 0 })).toEqual(
    await quantities({ document: 'item_stock' }),
  );
  expect(await quantities({ document: 'addition', document_id: 0 })).toEqual([]);
  expect(refused(await shop.api.inventory.flow.get({ document_id }))).toEqual([
    'document is required with document_id: documents of different kinds may have the same id.',
  ]);
  expect(refused(await shop.api.inventory.flow.get({ document: 'gift' } as never))).toHaveLength(1);
});

test('nobody sees the flow of another account, nor cost without the permission', async () => {
  const location_id = await locationNamed('Store');
  const item_id = await stocked('Tea', [{ location_id, quantity: 1 }]);
  const stranger = await world.account();
  expect(ok(await stranger.api.inventory.flow.get({ filter_item_id: item_id })).total).toBe(0);
  const clerk = await world.colleague(shop, { access: ['inventory/flow'], modify: [], view_cost: false });
  const [shown] = ok(await clerk.api.inventory.flow.get({})).flows;
  expect(shown).toMatchObject({ item_id, quantity: 1 });
  expect(Object.keys(shown ?? {}).filter((name) => name.endsWith('cost'))).toEqual([]);
});

test('a user of some channel groups sees the flow of their items alone', async () => {
  const location_id = await locationNamed('Store');
  const { channel_group_id } = ok(await shop.api.setting.channel_group.add({ name: 'Web', channels: [] }));
  await stocked('Tea', [{ location_id, quantity: 1 }]);
  const { item_id } = ok(
    await shop.api.inventory.item.add({ name: 'Cup', channel_group_id, locations: [{ location_id, quantity: 2 }] }),
  );
  const own = { access: ['inventory/flow'], modify: [], channel_groups: [channel_group_id] };
  const clerk = await world.colleague(shop, own);
  expect(ok(await clerk.api.inventory.flow.get({}))).toMatchObject({ total: 2 });
  const other = await world.colleague(shop, { ...own, channel_groups: [channel_group_id + 1] });
  expect(ok(await other.api.inventory.flow.get({}))).toMatchObject({ total: 1, flows: [{ name: 'Tea' }] });
  expect(ok(await other.api.inventory.flow.get({ filter_item_id: item_id })).total).toBe(0);
});

test('a clean flow is verified, of the account and of one item', async () => {
  const location_id = await locationNamed('Store');
  const item_id = await stocked('Tea', [{ location_id, quantity: 3 }]);
  await stocked('Cup', [{ location_id, quantity: 3 }]);
  expect(ok(await shop.api.inventory.flow.verify({}))).toMatchObject({
    ok: true,
    checked: { flows: 2, levels: 2, items: 2, document_lines: 0 },
    faults: [],
  });
  expect(ok(await shop.api.inventory.flow.verify({ item_id })).checked).toMatchObject({ flows: 1, items: 1 });
});

test('every tampering is found and named', async () => {
  const location_id = await locationNamed('Store');
  const { db } = world.assembly.running.inventory;
  const tamperings: [string, string, string, string][] = [
    ['UPDATE inventory.item_stock SET on_hand = 9', 'on_hand', '10', '9'],
    ['UPDATE inventory.item_stock SET seq = 7', 'seq', '1', '7'],
    ['UPDATE inventory.item_flow SET balance = 4', 'chain, broken at seq', '0', '1'],
    ['UPDATE inventory.item_cost SET pool_cost = 22, quantity = 11, average_cost = 2', 'quantity', '10', '11'],
    ['UPDATE inventory.item_flow SET value = 24', 'pool_cost', '24.00000000', '25.00000000'],
  ];
  for (const [sql, what, expected, found] of tamperings) {
    const item_id = await stocked(what, [{ location_id, quantity: 10 }]);
    await db.source.query(`${sql} WHERE account_id = $1 AND item_id = $2`, [shop.account_id, item_id]);
    const { ok: isOk, faults } = ok(await shop.api.inventory.flow.verify({ item_id }));
    expect(isOk).toBe(false);
    expect(faults).toContainEqual(expect.objectContaining({ item_id, what, expected, found }));
  }
  const order = `INSERT INTO inventory.stock_demand_line VALUES ($1, 'order', 4, 5, 6, $2, 2, 2, 1, 8)`;
  await db.source.query(order, [shop.account_id, location_id]);
  expect(ok(await shop.api.inventory.flow.verify({ item_id: 6 })).faults).toEqual([
    { item_id: 6, location_id, what: 'cost of line 5 of order 4', expected: '0', found: '8.00000000' },
    { item_id: 6, location_id, what: 'taken by line 5 of order 4', expected: '0', found: '2' },
  ]);
});
