import { fieldsOf, operations, resourceOf } from '@stockbook/contracts';
import {
  call,
  clientOf,
  documentResources,
  idFieldOf,
  ok,
  openShop,
  orderOf,
  PIXEL,
  recordResources,
  type Shop,
  type TestUser,
  World,
} from '@stockbook/testing';
import { faultsOf, type IdCase, idCases, withId } from './id-fields.fixture.js';
import { type Behaviour, LINE_NAMES, NEVER_DELETED, references } from './references.fixture.js';

let world: World;
let user: TestUser;
let shop: Shop;
beforeAll(async () => {
  world = await World.shared();
  user = await world.account();
  shop = await openShop(user);
  // Documents move stock of items that have none, so stock may go below zero.
  ok(await user.api.setting.company.edit({ allow_negative_stock: true }));
  await world.settled();
});

type Body = Readonly<Record<string, unknown>>;
interface Answer {
  readonly status: number;
  readonly body: { total?: number; error?: string[]; error_details?: { code: string; message: string }[] } & Body;
}
async function send(path: string, body: object): Promise<Answer> {
  const { status, body: answer } = await call(world.url, user.credentials, path, body);
  return { status, body: { ...answer } };
}
async function granted(path: string, body: object): Promise<Answer['body']> {
  const { status, body: answer } = await send(path, body);
  if (status !== 200) throw new Error(`${path} ${JSON.stringify(body)} answered ${status}: ${answer.error?.join(' ')}`);
  return answer;
}

let names = 0;
const aName = () => `name-${++names}`;

const recordNameOf = (resource: string) =>
  recordResources.find(({ path }) => path === resource)?.noun.replaceAll(' ', '_') ??
  resource.slice(resource.lastIndexOf('/') + 1);

/** The least that adds a record, so that only the reference can be refused. Plain resources need no entry. */
const least: Readonly<Record<string, () => Promise<object> | object>> = {
  'inventory/brand': () => ({ name: 'x' }),
  'inventory/category': () => ({ name: 'x' }),
  'inventory/item': () => ({ name: 'x' }),
  'inventory/location': () => ({ name: 'x' }),
  'inventory/stock_take_job': async () => ({
    location_id: shop.store_id,
    items: [{ item_id: await add('inventory/item') }],
  }),
  'inventory/transfer_job': async () => ({
    from_location_id: shop.store_id,
    to_location_id: shop.depot_id,
    items: [{ item_id: await add('inventory/item'), quantity: 1 }],
  }),
  'integration/channel': () => ({ type: 'pos', name: 'x', configuration: { location_id: shop.store_id } }),
  // No test causes this event: a delivery to a name without an address waits for the DNS.
  'integration/webhook': () => ({ url: 'https://hook.invalid', events: ['sale_order.short'] }),
  'sale/credit_note': () => ({
    currency: 'USD',
    location_id: shop.store_id,
    products: [{ name: 'x', quantity: 1 }],
  }),
  'sale/customer': () => ({ firstname: 'x' }),
  'sale/customer_group': () => ({ name: 'x' }),
  'sale/order': () => orderOf(shop, [{ item_id: 0, quantity: 1, name: 'x' }]),
  'setting/channel_group': () => ({ name: 'x' }),
  'setting/order_status': () => ({ name: 'x' }),
  'setting/payment_method': () => ({ name: 'x' }),
  'setting/user_group': () => ({ name: aName(), permission: NO_RIGHTS }),
  'setting/user': async () => {
    const username = aName();
    return { username, email: `${username}@shop.test`, user_group_id: await add('setting/user_group') };
  },
};
/** Fields that an operation needs besides the reference. */
const beside: Readonly<Record<string, () => Promise<object> | object>> = {
  'extension/module/invoice/render invoice_template_id': async () => ({ order_id: await add('sale/order') }),
  'integration/webhook/recover webhook_id': () => ({ date_start: '2026-01-01' }),
  'extension/report/channel_payout/get channel_id': () => ({ date_start: '2026-03-01', date_end: '2026-03-15' }),
  'extension/report/channel_payout/add channel_id': async () => ({
    payouts: [{ ...PAYOUT, order_id: await add('sale/order') }],
  }),
  'extension/report/channel_payout/add payouts.order_id': () => ({ channel_id: shop.channel_id, payouts: [PAYOUT] }),
  'inventory/addition/add purchase_order_id': async () => ({
    ...(await leastOf('inventory/addition')),
    allow_over_receipt: true,
  }),
  ...Object.fromEntries(
    ['filter_item_id', 'filter_location_id', 'filter_category', 'filter_brand_id'].map((name) => [
      `inventory/flow/getBalance ${name}`,
      () => ({ date: '2100-01-01' }),
    ]),
  ),
  'inventory/item/add customer_groups.customer_group_id': () => ({ name: 'x', ...PRICED }),
  'inventory/item/add item_bundles.bundle_item_id': () => ({ name: 'x', ...COMPOSED }),
  'inventory/item/edit item_bundles.bundle_item_id': () => COMPOSED,
  'inventory/item/edit customer_groups.customer_group_id': () => PRICED,
  'setting/user_group/edit permission.channel_groups': () => ({ permission: NO_RIGHTS }),
  'inventory/item/editStock items.item_id': () => ({ items: [{ location_id: shop.store_id, quantity: 1 }] }),
  'inventory/item/editStock items.location_id': async () => ({
    items: [{ item_id: await add('inventory/item'), quantity: 0 }],
  }),
  'inventory/transfer_job/edit items.item_id': () => ({ items: [{ quantity: 1 }] }),
  'sale/credit_note/edit products.item_id': () => ({ products: [{ quantity: 1 }] }),
  'sale/customer/addReward customer_id': () => ({ reward: 1 }),
  'sale/customer/merge customer_id': async () => ({ merge_customer_id: await add('sale/customer') }),
  'sale/order/getSummary filter_channel_id': () => ALL_DAYS,
  'sale/order/getSummary filter_order_status': () => ALL_DAYS,
  'sale/order/edit products.item_id': () => ({ products: orderOf(shop, [{ item_id: 0, quantity: 1 }]).products }),
};
const PAYOUT = { reference: 'TXN-1', name: 'Sales', amount: 1, currency: 'USD', date: '2026-03-01' };
const ALL_DAYS = { date_start: '', date_end: '', group_by: 'day' };
const NO_RIGHTS = { access: [], modify: [] };
const COMPOSED = { item_bundles: [{ quantity: 1 }] };
const PRICED = { customer_groups: [{ price: 1 }] };

async function add(resource: string, body?: object): Promise<number> {
  const answer = await granted(`${resource}/add`, body ?? (await leastOf(resource)));
  const { order = answer } = answer as { order?: Body };
  return Number(order[idFieldOf(resource)]);
}

async function leastOf(path: string): Promise<object> {
  const known = await least[path]?.();
  if (known) return known;
  const resource = recordResources.find((each) => each.path === path);
  if (!resource) throw new Error(`The test cannot add a ${path}.`);
  return clientOf(world, user, resource).unique();
}

const isOwn = ({ operation, path }: IdCase) =>
  path.length === 1 && [idFieldOf(resourceOf(operation)), 'batch_id'].includes(path[0] ?? '');
const isFilter = ({ operation }: IdCase) => operation.kind === 'read';
const referenceOf = ({ operation, path }: IdCase) => references[`${resourceOf(operation)} ${path.join('.')}`];
const known = idCases.filter(
  ({ name, path }) => !NEVER_DELETED.includes(path.at(-1) ?? '') && !LINE_NAMES.includes(name),
);
const isDeletable = ({ operation }: IdCase) => operations.has(`${resourceOf(operation)}/delete`);

test('references.fixture.ts declares a behaviour for every id that a request can hold, and for nothing else', () => {
  const undeclared = known.filter((each) => !isOwn(each) && !isFilter(each) && !referenceOf(each));
  expect(undeclared.map(({ name }) => name)).toEqual([]);
  const declared = new Set(known.map(({ operation, path }) => `${resourceOf(operation)} ${path.join('.')}`));
  expect(Object.keys(references).filter((name) => !declared.has(name))).toEqual([]);
});

/** Deletes the record, or cancels one that is never deleted, which nothing may refuse. */
const remove = async (resource: string, id: number) => {
  await world.settled();
  const verb = operations.has(`${resource}/delete`) ? 'delete' : 'cancel';
  await granted(`${resource}/${verb}`, { [idFieldOf(resource)]: id });
  await world.settled();
};

const deleted = new Map<string, Promise<number>>();
/** Returns a deleted record, which the tests that only name one share. */
function deletedOf(resource: string): Promise<number> {
  const known = deleted.get(resource) ?? addAndRemove(resource);
  deleted.set(resource, known);
  return known;
}
async function addAndRemove(resource: string): Promise<number> {
  const id = await add(resource);
  await remove(resource, id);
  return id;
}

describe('the operation on a deleted record finds none', () => {
  it.each(known.filter((each) => isOwn(each) && isDeletable(each)))('$name', async ({ name, operation, path }) => {
    const resource = resourceOf(operation);
    const id = await deletedOf(resource);
    const others = (await beside[name]?.()) ?? { comment: 'x', content: PIXEL };
    const { body } = await send(operation.path, withId(others, path, id, operation.request));
    const message = `There is no ${recordNameOf(resource).replaceAll('_', ' ')} ${id}.`;
    if (operation.path.endsWith('/get')) expect(body.total).toBe(0);
    else expect(faultsOf(body)).toMatchObject([{ code: 'unknown_record', message }]);
  });
});

/** Returns the kind of record that a filter names. */
const filtered = ({ operation, path: [field = ''] }: IdCase) =>
  field === 'filter_parent_id'
    ? resourceOf(operation)
    : ([...Object.keys(least), ...recordResources.map(({ path }) => path)].find((resource) =>
        field.replace(/^filter_/, '').startsWith(recordNameOf(resource)),
      ) ?? '');

describe('a list by a deleted record answers', () => {
  it.each(known.filter((each) => isFilter(each) && !isOwn(each)))('$name', async (each) => {
    const { name, operation, path } = each;
    const id = await deletedOf(filtered(each));
    await granted(operation.path, withId((await beside[name]?.()) ?? {}, path, id, operation.request));
  });
});

const referring = known.filter((each) => !isOwn(each) && !isFilter(each));
const those = (behaviour: Behaviour) => referring.filter((each) => referenceOf(each)?.is === behaviour);

/** Returns a request that lacks the id alone, and its own record; 0 means one that it adds, or the company. */
async function requestWith({ name, operation, path }: IdCase, id: number): Promise<{ body: object; own: number }> {
  const resource = resourceOf(operation);
  const key = idFieldOf(resource);
  const isWhole = operation.path.endsWith('/add') || documentResources.some(({ path }) => path === resource);
  const own = key in fieldsOf(operation.request) ? await add(resource) : 0;
  const others = (await beside[name]?.()) ?? (isWhole ? await leastOf(resource) : {});
  return { body: withId({ ...others, ...(own && { [key]: own }) }, path, id, operation.request), own };
}

/** Makes the operation refer to this id, and returns the id of the referring record. */
async function refer(each: IdCase, id: number): Promise<number> {
  const { body, own } = await requestWith(each, id);
  if (each.operation.path.endsWith('/add')) return add(resourceOf(each.operation), body);
  await granted(each.operation.path, body);
  return own;
}

/** Expects that the same operation refuses a new reference to the deleted record. */
async function expectNoReference(each: IdCase, id: number): Promise<void> {
  const { status, body } = await send(each.operation.path, (await requestWith(each, id)).body);
  expect([status, body.error]).toEqual([400, [expect.stringMatching(new RegExp(`^There is no .* ${id}\\.$`))]]);
}

describe('a record that is referred to is not deleted, and the refusal names the referring record', () => {
  it.each(those('checked'))('$name', async (each) => {
    const resource = resourceOf(each.operation);
    const { to } = referenceOf(each)!;
    const id = await add(to);
    const referrer = await refer(each, id);
    await world.settled();
    const { status, body } = await send(`${to}/delete`, { [idFieldOf(to)]: id });
    const what =
      resource === 'setting/company' ? 'company' : `${recordNameOf(resource).replaceAll('_', ' ')} ${referrer}`;
    expect([status, body.error_details]).toEqual([
      409,
      [{ code: 'in_use', field: idFieldOf(to), message: expect.stringMatching(new RegExp(` still .*${what}\\b`)) }],
    ]);
    if (referrer) await remove(resource, referrer);
    else await granted(each.operation.path, withId({}, each.path, 0, each.operation.request));
    await remove(to, id);
    await expectNoReference(each, id);
  });
});

/** A location that holds stock of living items is not deleted. */
async function clearLocation(location_id: number): Promise<void> {
  const { flow, item } = user.api.inventory;
  const { flows } = ok(await flow.get({ filter_location_id: location_id }));
  const item_ids = new Set(flows.map(({ item_id }) => item_id));
  for (const item_id of item_ids) ok(await item.editStock({ items: [{ item_id, location_id, quantity: 0 }] }));
}

describe('a record goes on without the deleted one that it refers to', () => {
  it.each(those('kept'))('$name', async (each) => {
    const resource = resourceOf(each.operation);
    const { to } = referenceOf(each)!;
    const id = await add(to);
    const referrer = await refer(each, id);
    if (to === 'inventory/location') await clearLocation(id);
    await remove(to, id);
    const own = { [idFieldOf(resource)]: referrer };
    expect((await granted(`${resource}/get`, own)).total).toBe(1);
    const filter = filterFor(resource, to);
    if (filter) expect((await granted(`${resource}/get`, { [filter]: id })).total).toBe(1);
    await granted(`${resource}/edit`, {
      ...own,
      ...(resource === 'sale/order' ? { city: 'Paris' } : { name: 'y', comment: 'y' }),
    });
    await expectNoReference(each, id);
    await remove(resource, referrer);
  });
});

describe('an operation that stores no reference finds no deleted record', () => {
  it.each(those('used'))('$name', async (each) => {
    const { to } = referenceOf(each)!;
    await expectNoReference(each, await deletedOf(to));
  });
});

/** Returns the filter of a list by the ids of these records. */
function filterFor(resource: string, to: string): string | undefined {
  const { request } = operations.get(`${resource}/get`)!;
  const names = [`filter_${idFieldOf(to)}`, `filter_${recordNameOf(to)}`];
  return Object.entries(fieldsOf(request)).find(
    ([name, { schema }]) => names.includes(name) && (schema['type'] === 'integer' || schema['examples']),
  )?.[0];
}
