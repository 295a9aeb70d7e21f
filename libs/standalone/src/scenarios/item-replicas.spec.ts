import { SecretKeys } from '@stockbook/auth';
import type { Client, contract, Item, ItemEdit } from '@stockbook/contracts';
import { openLog } from '@stockbook/process';
import { Provisioning } from '@stockbook/settings';
import { checkedClient, ok, scratchDatabase } from '@stockbook/testing';
import { randomBytes } from 'node:crypto';
import { type Assembly, assemble } from '../assemble.js';

type Api = Client<typeof contract>;

const closers: (() => unknown)[] = [];
let first: Api;
let second: Api;
let assemblies: Assembly[];

/** There are two systems on one database, each with caches of its own. */
beforeAll(async () => {
  const database = await scratchDatabase();
  closers.push(() => database.drop());
  const secretKeys = SecretKeys.parse(`test:${randomBytes(32).toString('base64')}`);
  const log = openLog('test', 'error');
  const options = { databaseUrl: database.url, secretKeys, host: '127.0.0.1', port: 0, ratePerMinute: 0, log };
  assemblies = [await assemble(options), await assemble(options)];
  closers.push(...assemblies.map((each) => () => each.stop()));
  const [one, other] = assemblies;
  if (!one || !other) throw new Error('Two systems run.');
  const owner = { email: 'owner@shop.test', username: 'owner' };
  const { api_secret } = await new Provisioning(one.running.settings.db, secretKeys).addAccount({
    domain: 'shop',
    name: 'Shop',
    currency: 'USD',
    owner,
  });
  const credentials = { domain: 'shop', api_key: owner.email, api_secret };
  [first, second] = [checkedClient(one.url, credentials), checkedClient(other.url, credentials)];
}, 60_000);
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const shownBy = async (api: Api, item_id: number): Promise<Partial<Item>> =>
  ok(await api.inventory.item.get({ item_id, filter_deleted: true })).items[0] ?? {};

/** Expects that both replicas know the item before the change, and show it at once after it. */
async function expectChange(item_id: number, change: () => Promise<unknown>, shown: object): Promise<void> {
  for (const api of [first, second]) expect(await shownBy(api, item_id)).not.toMatchObject(shown);
  await change();
  for (const api of [second, first, second]) expect(await shownBy(api, item_id)).toMatchObject(shown);
}

const add = async (name: string, fields: object = {}) =>
  ok(await first.inventory.item.add({ name, ...fields })).item_id;

const TEXTS = ['name', 'image', 'model', 'sku', 'gtin', 'barcode', 'description', 'plain_description'] as const;
const NUMBERS = ['price', 'cost', 'weight', 'length', 'width', 'height'] as const;

test.each<[string, ItemEdit]>([
  ...TEXTS.map((field): [string, ItemEdit] => [field, { [field]: `New ${field}` }]),
  ...NUMBERS.map((field): [string, ItemEdit] => [field, { [field]: 12.5 }]),
  ['images', { images: [{ image: 'new.png', set_id: 1, sort_order: 2 }] }],
])('every replica shows the new %s of an item at once', async (field, change) => {
  const item_id = await add(`Item of ${field}`);
  await expectChange(item_id, async () => ok(await first.inventory.item.edit({ item_id, ...change })), change);
});

test('every replica shows new records that an item names at once', async () => {
  const parent_id = await add('Parent');
  const { brand_id } = ok(await first.inventory.brand.add({ name: 'Brand' }));
  const { channel_group_id } = ok(await first.setting.channel_group.add({ name: 'Web' }));
  const { language_id } = ok(await first.setting.language.add({ name: 'Deutsch', code: 'de' }));
  const translations = [{ language_id, name: 'Becher', description: '', plain_description: '' }];
  const item_id = await add('Mug');
  for (const change of [{ parent_id }, { brand_id }, { channel_group_id }, { translations }])
    await expectChange(item_id, async () => ok(await first.inventory.item.edit({ item_id, ...change })), change);
});

test('every replica shows at once what other records say of an item', async () => {
  const { location_id } = ok(await first.inventory.location.add({ name: 'Store' }));
  const { category_id } = ok(await first.inventory.category.add({ name: 'Mugs' }));
  const { customer_group_id } = ok(await first.sale.customer_group.add({ name: 'Trade' }));
  const item_id = await add('Cup', { cost: 3 });
  const { inventory } = first;
  const edit = (change: ItemEdit) => async () => ok(await inventory.item.edit({ item_id, ...change }));
  const change = (work: () => Promise<unknown>, shown: object) => expectChange(item_id, work, shown);

  const at = { location_id, price: 4, location: 'A-1', stock_warning: 3, stock_danger: 2 };
  await change(edit({ locations: [{ ...at, quantity: 5 }] }), { quantity: 5, total_added: 5, locations: [at] });
  await change(edit({ locations: [{ location_id, location: 'B-2' }] }), { locations: [{ location: 'B-2', price: 4 }] });
  const items = [{ item_id, location_id, quantity: 9, cost: 7 }];
  await change(async () => ok(await inventory.item.editStock({ items })), { quantity: 9, total_added: 9 });
  await change(async () => ok(await inventory.location.edit({ location_id, name: 'Shop' })), {
    locations: [{ name: 'Shop' }],
  });
  await change(edit({ categories: [category_id] }), { categories: [{ category_id, name: 'Mugs' }] });
  await change(async () => ok(await inventory.category.edit({ category_id, name: 'Cups' })), {
    categories: [{ category_id, name: 'Cups' }],
  });
  await change(edit({ categories: [] }), { categories: [] });
  await change(edit({ customer_groups: [{ customer_group_id, price: 2 }] }), {
    customer_groups: [{ customer_group_id, name: 'Trade', price: 2 }],
  });
  await change(edit({ customer_groups: [{ customer_group_id, price: 1 }] }), { customer_groups: [{ price: 1 }] });
  await change(async () => ok(await inventory.item.delete({ item_id })), { deleted: true });
});

test('every replica shows at once what components say of a bundle', async () => {
  const { location_id } = ok(await first.inventory.location.add({ name: 'Depot' }));
  const part = await add('Lid', { cost: 2, locations: [{ location_id, quantity: 6 }] });
  const item_id = await add('Set');
  const { inventory } = first;
  const item_bundles = [{ bundle_item_id: part, quantity: 2 }];
  const change = (work: () => Promise<unknown>, shown: object) => expectChange(item_id, work, shown);
  await change(async () => ok(await inventory.item.edit({ item_id, item_bundles })), {
    bundle: true,
    quantity: 3,
    average_cost: 4,
    item_bundles: [{ bundle_item_id: part, name: 'Lid', quantity: 2 }],
  });
  await change(async () => ok(await inventory.item.edit({ item_id: part, name: 'Cover' })), {
    item_bundles: [{ name: 'Cover' }],
  });
  const items = [{ item_id: part, location_id, quantity: 2 }];
  await change(async () => ok(await inventory.item.editStock({ items })), { quantity: 1 });
  await change(async () => ok(await inventory.item.edit({ item_id, bundle: false })), {
    bundle: false,
    item_bundles: [],
  });
});

test('a write that knows nothing of versions is shown at once too', async () => {
  const item_id = await add('Teapot');
  const source = assemblies[0]?.running.inventory.db.source;
  const write = async () => source?.query(`UPDATE inventory.item SET name = 'Kettle' WHERE item_id = $1`, [item_id]);
  await expectChange(item_id, write, { name: 'Kettle' });
});

test('the deleted flag of one request is not in the answer of the next', async () => {
  const item_id = await add('Bowl');
  expect(ok(await first.inventory.item.get({ item_id, filter_deleted: true })).items[0]).toMatchObject({
    deleted: false,
  });
  expect(ok(await first.inventory.item.get({ item_id })).items[0]).not.toHaveProperty('deleted');
});
