import { readFile } from 'node:fs/promises';
import { Account, NONE } from '../account.fixture.js';
import { exportFile, type ExportOptions } from './export-file.js';

let [from, to]: Account[] = [];
beforeEach(async () => void ([from, to] = await Promise.all([Account.open(), Account.open()])));
afterEach(() => Promise.all([from!.close(), to!.close()]));

/** Exports from one account and imports into the other. */
async function move(resource: string, name: string, options: Partial<ExportOptions> = {}, creates: string[] = []) {
  const file = from!.path(name);
  await exportFile(from!.client, { resource, file, ...options });
  const { counts, failed } = await to!.bring('', { file, resource, creates });
  expect(failed).toBe('');
  return counts;
}

test.each(['items.csv', 'items.jsonl'])(
  'moves items to another account by %s, with names instead of ids',
  async (name) => {
    const { inventory } = from!.client;
    const { brand_id } = await inventory.brand.add({ name: 'Hearth' });
    const { category_id: parent_id } = await inventory.category.add({ name: 'Kitchen' });
    const { category_id } = await inventory.category.add({ name: 'Cups', parent_id });
    const locations = [{ location_id: from!.shop.store_id, quantity: 5, location: 'A-1' }];
    await inventory.item.add({
      sku: '007',
      name: 'Mug, "blue"',
      price: 4.5,
      brand_id,
      categories: [category_id],
      locations,
    });
    await inventory.item.add({ sku: '008', name: '=1+1' });
    const all = ['inventory/brand', 'inventory/category'];
    expect(await move('inventory/item', name, { excel: true }, all)).toEqual({ ...NONE, created: 2 });
    expect(await move('inventory/item', `again-${name}`, {}, all)).toEqual({ ...NONE, unchanged: 2 });
    const { items } = await to!.client.inventory.item.get({ sort: 'sku', order: 'ASC' });
    expect(items).toMatchObject([
      {
        sku: '007',
        name: 'Mug, "blue"',
        categories: [{ name: 'Cups' }],
        locations: [{ quantity: 5, location: 'A-1' }],
      },
      { sku: '008', name: '=1+1' },
    ]);
  },
);

test('moves orders with a row for each line', async () => {
  const rows =
    'imported_order_id,email,products.name,products.quantity,products.price\n' +
    '1,a@b.test,Mug,2,5\n1,,Jug,1,7\n2,,Cup,1,3\n';
  const set = { 'channel_id.name': 'Counter', currency: 'USD' };
  await from!.bring(rows, { resource: 'sale/order', set });
  expect(await move('sale/order', 'orders.csv', { explode: 'products' })).toEqual({ ...NONE, created: 2 });
  expect((await readFile(from!.path('orders.csv'), 'utf8')).split('\r\n')).toHaveLength(5);
  const { orders } = await to!.client.sale.order.get({ order: 'ASC' });
  // A batch adds its orders side by side, so the second may have the first number.
  orders.sort((one, other) => one.imported_order_id.localeCompare(other.imported_order_id));
  expect(orders).toMatchObject([
    { imported_order_id: '1', total: 17, order_status: 'Pending', products: [{ name: 'Mug' }, { name: 'Jug' }] },
    { imported_order_id: '2', total: 3 },
  ]);
});

test('goes on where it was stopped', async () => {
  const rows = Array.from({ length: 250 }, (_, i) => `S${i},Mug ${i}`).join('\n');
  await from!.bring(`sku,name\n${rows}\n`, { resource: 'inventory/item' });
  const file = from!.path('stopped.csv');
  const terms = { resource: 'inventory/item', file, columns: ['sku', 'name'] };
  const stop = AbortSignal.abort();
  expect(await exportFile(from!.client, { ...terms, stop })).toEqual({ records: 100, isStopped: true });
  expect(await exportFile(from!.client, terms)).toEqual({ records: 250, isStopped: false });
  const lines = (await readFile(file, 'utf8')).trim().split('\r\n');
  expect(new Set(lines).size).toBe(251);
});

test.each([false, true])('keeps texts that begin like formulas or lists, with --excel %s', async (excel) => {
  const names = ["'=1+1", '=1+1', "''-x", '-5% off', '@home', '+plus', "'tis", '[Old]', 'a|b'];
  const { inventory, sale } = from!.client;
  for (const name of names) {
    const { category_id } = await inventory.category.add({ name });
    await inventory.item.add({ sku: `S${name}`, name, categories: [category_id] });
  }
  const file = from!.path('texts.csv');
  await exportFile(from!.client, { resource: 'inventory/item', file, excel });
  const again = await from!.bring('', { file, resource: 'inventory/item' });
  expect(again).toMatchObject({ failed: '', counts: { ...NONE, unchanged: names.length } });
  await sale.customer.add({ firstname: 'Ada', telephone: '+44 113' });
  await sale.customer.add({ firstname: 'Eve', telephone: '=1+1' });
  const columns = ['firstname', 'telephone'];
  await exportFile(from!.client, { resource: 'sale/customer', file: from!.path('people.csv'), excel, columns });
  const people = (await readFile(from!.path('people.csv'), 'utf8')).replace('\ufeff', '').split('\r\n');
  expect(people).toEqual(['firstname,telephone', 'Ada,+44 113', excel ? "Eve,'=1+1" : 'Eve,=1+1', '']);
});

test('goes on with an export in the same account alone', async () => {
  const { brand } = from!.client.inventory;
  for (let i = 0; i < 250; i++) await brand.add({ name: `Brand ${i}` });
  const [resource, file] = ['inventory/brand', from!.path('brands.csv')];
  const stop = new AbortController();
  const stopped = { resource, file, account: 'try', stop: stop.signal, onProgress: () => stop.abort() };
  expect(await exportFile(from!.client, stopped)).toEqual({ records: 100, isStopped: true });
  await to!.client.inventory.brand.add({ name: 'Hearth' });
  expect(await exportFile(to!.client, { resource, file, account: 'shop' })).toEqual({ records: 1, isStopped: false });
  expect(await readFile(file, 'utf8')).toContain('Hearth');
});
