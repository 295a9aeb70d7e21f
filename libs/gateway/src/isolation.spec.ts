import { call } from '@stockbook/auth';
import { operations } from '@stockbook/contracts';
import { ok, openShop, orderOf, type Shop, stockItem, type TestUser, World } from '@stockbook/testing';
import { idCases, UNKNOWN_YET, withId } from './id-fields.fixture.js';

/** An account with one record of everything, all named after it. */
interface Tenant {
  readonly user: TestUser;
  readonly shop: Shop;
  /** The tenant's own id for every field that holds one. */
  readonly ids: Readonly<Record<string, number>>;
}

let world: World;
let mine: Tenant;
let theirs: Tenant;
beforeAll(async () => {
  world = await World.open();
  [mine, theirs] = [await tenant('Mine'), await tenant('Theirs')];
  await world.settled();
});
afterAll(() => world.close());

async function tenant(name: string): Promise<Tenant> {
  const user = await world.account();
  const { api } = user;
  const shop = await openShop(user);
  const { brand_id } = ok(await api.inventory.brand.add({ name }));
  const { customer_group_id } = ok(await api.sale.customer_group.add({ name }));
  const { channel_group_id } = ok(await api.setting.channel_group.add({ name, channels: [shop.channel_id] }));
  const item_id = await stockItem(user, shop, 10, { name, model: name, brand_id });
  const lines = [{ item_id, quantity: 1, name }];
  const { order } = ok(
    await api.sale.order.add(orderOf(shop, lines, { firstname: name, order_status_id: shop.paid_id })),
  );
  const { payment_method_id } = { payment_method_id: shop.cash_id };
  const named = {
    brand_id,
    item_id,
    customer_group_id,
    channel_group_id,
    payment_method_id,
    order_id: order.order_id,
    customer_id: order.customer_id,
    order_product_id: order.products[0]?.order_product_id ?? 0,
    location_id: shop.store_id,
    channel_id: shop.channel_id,
    order_status_id: shop.pending_id,
  };
  const ids = {
    ...named,
    parent_id: item_id,
    payment_method: payment_method_id,
    channels: shop.channel_id,
    default_order_status_id: shop.pending_id,
    default_location_id: shop.store_id,
    filter_order_status: shop.paid_id,
    ...Object.fromEntries(Object.entries(named).map(([field, id]) => [`filter_${field}`, id])),
  };
  return { user, shop, ids };
}

/** Ids of several kinds of record, each in its own operation. */
const batches: Readonly<Record<string, string>> = {
  'inventory/item/delete': 'item_id',
  'sale/order/delete': 'order_id',
};

/** A request of the tenant's own that would be granted, so that only the foreign id can be the reason of a refusal. */
const requests: Readonly<Record<string, (tenant: Tenant) => object>> = {
  'inventory/brand/add': () => ({ name: 'x' }),
  'inventory/brand/edit': ({ ids }) => ({ brand_id: ids['brand_id'] }),
  'inventory/location/add': () => ({ name: 'x' }),
  'inventory/location/edit': ({ ids }) => ({ location_id: ids['location_id'] }),
  'inventory/item/add': ({ ids }) => ({ name: 'x', ...itemChildren(ids) }),
  'inventory/item/edit': ({ ids }) => ({ item_id: ids['item_id'], ...itemChildren(ids) }),
  'inventory/item/editStock': ({ ids }) => ({
    items: [{ item_id: ids['item_id'], location_id: ids['location_id'], quantity: 3 }],
  }),
  'integration/channel/edit': ({ ids }) => ({ channel_id: ids['channel_id'] }),
  'setting/channel_group/edit': ({ ids }) => ({ channel_group_id: ids['channel_group_id'] }),
  'setting/order_status/edit': ({ ids }) => ({ order_status_id: ids['order_status_id'] }),
  'setting/payment_method/edit': ({ ids }) => ({ payment_method_id: ids['payment_method_id'] }),
  'integration/channel/add': () => ({ type: 'pos', name: 'x' }),
  'sale/customer_group/add': () => ({ name: 'x' }),
  'sale/order/add': ({ shop, ids }) => orderOf(shop, [{ item_id: ids['item_id'] ?? 0, quantity: 1 }]),
  'sale/order/edit': ({ shop, ids }) => ({
    order_id: ids['order_id'],
    products: orderOf(shop, [{ item_id: ids['item_id'] ?? 0, quantity: 1 }]).products,
  }),
  'sale/order/addHistory': ({ ids }) => ({ order_id: ids['order_id'], comment: 'x' }),
  'setting/channel_group/add': () => ({ name: 'x' }),
  'setting/order_status/add': () => ({ name: 'x' }),
  'setting/payment_method/add': () => ({ name: 'x' }),
};
const itemChildren = (ids: Tenant['ids']) => ({
  locations: [{ location_id: ids['location_id'] }],
  customer_groups: [{ customer_group_id: ids['customer_group_id'], price: 1 }],
});

const cases = idCases.filter(({ path }) => !UNKNOWN_YET.includes(path.at(-1) ?? ''));

test('every operation that takes an id is tried', () => {
  expect(cases.length).toBeGreaterThan(60);
});

test.each(cases)("$name: another account's record is not found", async ({ operation, path }) => {
  const field = path.at(-1) ?? '';
  const id = theirs.ids[field === 'batch_id' ? (batches[operation.path] ?? '') : field];
  if (!id) throw new Error(`The test knows no foreign id for ${field}.`);
  const before = await everythingOf(theirs);
  const body = withId(requests[operation.path]?.(mine) ?? {}, path, id, operation.request);
  const answer = await call(world.url, mine.user.credentials, operation.path, body);
  expect(JSON.stringify(answer.body)).not.toContain('Theirs');
  if (operation.kind === 'write') {
    expect(answer).toMatchObject({ body: { error: [expect.stringMatching(new RegExp(`^There is no .* ${id}\\.$`))] } });
  } else if (answer.status === 200 && 'total' in answer.body) {
    expect(answer.body.total).toBe(0);
  }
  expect(await everythingOf(theirs)).toEqual(before);
});

/** The first id that 32 bits cannot hold, and the largest of all. */
const wideIds = [2 ** 31, Number.MAX_SAFE_INTEGER];

test.each(cases.flatMap((each) => wideIds.map((id) => ({ ...each, id }))))(
  '$name: a record $id is not found',
  async ({ operation, path, id }) => {
    const body = withId(requests[operation.path]?.(mine) ?? {}, path, id, operation.request);
    const answer = await call(world.url, mine.user.credentials, operation.path, body);
    if (operation.kind === 'write' || answer.status !== 200) {
      const reason = expect.stringMatching(new RegExp(`^There is no .* ${id}\\.$`));
      expect(answer).toMatchObject({ body: { error: [reason] } });
    } else if ('total' in answer.body) {
      expect(answer.body.total).toBe(0);
    }
  },
);

async function everythingOf({ user }: Tenant): Promise<object[]> {
  const reads = [...operations.values()].filter(({ path }) => path.endsWith('/get'));
  return Promise.all(reads.map(async ({ path }) => (await call(world.url, user.credentials, path, {})).body));
}
