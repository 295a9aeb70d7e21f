import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { Account, NONE } from '../account.fixture.js';

let account: Account;
beforeEach(async () => void (account = await Account.open()));
afterEach(() => account.close());

const ITEMS = { resource: 'inventory/item' };

test('adds, changes and keeps items by their sku, without losing a zero', async () => {
  const first = await account.bring('sku,name,price,gtin\n007,Mug,4.50,0012345678905\n008,Bowl,9,\n', ITEMS);
  expect(first.counts).toEqual({ ...NONE, created: 2 });
  const second = await account.bring('sku,name,price\n007,Mug,4.50\n008,Bowl,9.25\n009,Plate,3\n', ITEMS);
  expect(second.counts).toEqual({ ...NONE, created: 1, changed: 1, unchanged: 1 });
  const { items } = await account.client.inventory.item.get({ sku: '007' });
  expect(items).toMatchObject([{ sku: '007', name: 'Mug', price: 4.5, gtin: '0012345678905' }]);
});

test('keeps items apart whose codes differ in case alone, as the ledger does, but not brands', async () => {
  const { counts } = await account.bring('model,name\nA1b,Mug\nA1B,Bowl\n', { ...ITEMS, key: 'model' });
  expect(counts).toEqual({ ...NONE, created: 2 });
  const header = 'addition.item_id.model,addition.location_id.name,addition.quantity,addition.cost\n';
  const stocked = await account.bring(`${header}A1b,store,5,1\nA1B,store,7,1\n`, { resource: 'inventory/addition' });
  expect(stocked).toMatchObject({ counts: { ...NONE, created: 2 }, failed: '' });
  await account.world.settled();
  const { items } = await account.client.inventory.item.get({ sort: 'name', order: 'ASC' });
  expect(items.map(({ name, quantity }) => [name, quantity])).toEqual([
    ['Bowl', 7],
    ['Mug', 5],
  ]);
  const brands = await account.bring('name\nMeadow\nMEADOW\n', { resource: 'inventory/brand' });
  expect(brands).toMatchObject({ counts: { ...NONE, created: 1, failed: 1 }, failed: expect.stringMatching(/MEADOW/) });
});

test('changes nothing when it runs again, with its journal and without', async () => {
  const text = 'sku,name,price\nA,Mug,4.50\nB,Bowl,9\n';
  const { file } = await account.bring(text, ITEMS);
  expect((await account.bring('', { ...ITEMS, file })).counts).toEqual({ ...NONE, before: 2 });
  const twice = await account.bring('sku,name,price\nA,Mug,4.50\nA,Jug,5\n', ITEMS);
  expect(twice.counts).toEqual({ ...NONE, unchanged: 1, failed: 1 });
  expect((await account.bring('', { ...ITEMS, file: twice.file })).counts).toEqual({ ...NONE, before: 1, failed: 1 });
  expect((await account.bring(text, ITEMS)).counts).toEqual({ ...NONE, unchanged: 2 });
});

test('finds records by name, and adds missing brands and categories where that is asked for', async () => {
  const text =
    'sku,name,brand_id.name,categories.name,locations.location_id.name,locations.quantity\n' +
    'A,Mug,Hearth,Kitchen > Cups|Gifts,Store,12\n';
  const refused = await account.bring(text, ITEMS);
  expect(refused.counts).toEqual({ ...NONE, failed: 1 });
  expect(refused.failed).toContain('There is no brand with the name Hearth.');
  const added = await account.bring(text, { ...ITEMS, creates: ['inventory/brand', 'inventory/category'] });
  expect(added.counts).toEqual({ ...NONE, created: 1 });
  const [item] = (await account.client.inventory.item.get({ sku: 'A' })).items;
  const names = item?.categories.map(({ name }) => name).sort();
  expect(item?.locations).toMatchObject([{ location_id: account.shop.store_id, quantity: 12 }]);
  expect(names).toEqual(['Cups', 'Gifts']);
});

test('writes failed lines into a file that can be mended and imported as it is', async () => {
  const { counts, failed } = await account.bring('sku;name;price\nA;Mug;4,50\nB;;3\nC;Bowl;5\n', ITEMS);
  expect(counts).toEqual({ ...NONE, created: 1, failed: 2 });
  expect(failed.split('\r\n')).toEqual([
    'sku;name;price;_line;_field;_code;_error',
    expect.stringMatching(/^A;Mug;4,50;2;price;invalid;price must be a number/),
    'B;;3;3;name;invalid;name is required.',
    '',
  ]);
  const mended = await account.bring(failed.replace('4,50', '4.50').replace('B;;', 'B;Jug;'), ITEMS);
  expect(mended.counts).toEqual({ ...NONE, created: 2 });
});

test('checks all lines without writing anything in a dry run', async () => {
  const text = 'sku,name,model\nA,Mug,M1\nB,Bowl,M1\nD,,\nC,Plate,M2\n';
  await account.client.inventory.item.add({ name: 'Taken', model: 'M2' });
  const { counts, failed } = await account.bring(text, { ...ITEMS, isDry: true });
  expect(counts).toMatchObject({ failed: 2 });
  expect(failed).toContain('name is required.');
  expect(failed).toMatch(/duplicate/);
  expect((await account.client.inventory.item.get()).total).toBe(1);
});

test('names columns that mean nothing before anything is sent', async () => {
  await expect(account.bring('sku,nmae\nA,Mug\n', ITEMS)).rejects.toThrow('The columns nmae of');
});

test('reads parents that stand above in the same file', async () => {
  const text = 'name,parent_id.name\nKitchen,\nCups,Kitchen\nMugs,Kitchen > Cups\n';
  const { counts } = await account.bring(text, { resource: 'inventory/category' });
  expect(counts).toEqual({ ...NONE, created: 3 });
});

test('reads other encodings, decimal commas and dates by a mapping', async () => {
  const map = await account.fileOf(
    JSON.stringify({
      resource: 'sale/order',
      group: 'No',
      columns: {
        ...{ No: 'imported_order_id', Tag: { to: 'date_ordered', date: 'd.M.yyyy H:mm' }, Kunde: 'lastname' },
        ...{ Artikel: 'products.name', Menge: 'products.quantity', Preis: { to: 'products.price', decimal: ',' } },
      },
      constants: { 'channel_id.name': 'Counter', currency: 'USD' },
    }),
    'json',
  );
  const rows = 'No;Tag;Kunde;Artikel;Menge;Preis\n7;1.12.2025 8:26;Müller;Krug;2;1.234,50\n7;;;Teller;1;3\n';
  const file = account.path('latin1.csv');
  await writeFile(file, Buffer.from(rows, 'latin1'));
  const { counts, failed } = await account.bring('', { map, file });
  expect({ counts, failed }).toEqual({ counts: { ...NONE, created: 1 }, failed: '' });
  const { orders } = await account.client.sale.order.get();
  expect(orders).toMatchObject([
    { imported_order_id: '7', lastname: 'Müller', date_ordered: '2025-12-01T08:26:00Z', total: 2_472 },
  ]);
  const year = { date_start: '2025-01-01', date_end: '2025-12-31', group_by: 'day' as const };
  expect((await account.client.sale.order.getSummary(year)).summary).toMatchObject([
    { key: '2025-12-01', orders: 1, total: 2_472 },
  ]);
});

test('says that an order is unchanged when its import is repeated after somebody has worked on it', async () => {
  const text =
    'imported_order_id,firstname,currency,channel_id.name,products.name,products.quantity,products.price\n' +
    '8,Ann,USD,Counter,Jug,1,5\n';
  const orders = { resource: 'sale/order' };
  expect((await account.bring(text, orders)).counts).toEqual({ ...NONE, created: 1 });
  const [order] = (await account.client.sale.order.get()).orders;
  await account.client.sale.order.edit({ order_id: Number(order?.order_id), comment: 'Gift' });
  expect((await account.bring(text, orders)).counts).toEqual({ ...NONE, unchanged: 1 });
});

test('gives items the values of the file again after somebody has changed them', async () => {
  await account.client.inventory.item.add({ sku: 'A', name: 'Mug', price: 1 });
  const text = 'sku,name,price\nA,Mug,4.50\n';
  expect((await account.bring(text, ITEMS)).counts).toEqual({ ...NONE, changed: 1 });
  const [item] = (await account.client.inventory.item.get({ sku: 'A' })).items;
  await account.client.inventory.item.edit({ item_id: Number(item?.item_id), price: 2 });
  expect((await account.bring(text, ITEMS)).counts).toEqual({ ...NONE, changed: 1 });
  expect((await account.client.inventory.item.get({ sku: 'A' })).items).toMatchObject([{ price: 4.5 }]);
});

test('reads files that are compressed, and says where one is cut off', async () => {
  const lines = `${JSON.stringify({ sku: 'A', name: 'Mug' })}\n` + JSON.stringify({ sku: 'B', name: 'Jug' });
  const zipped = async (name: string, text: string, cut = 0) => {
    const bytes = gzipSync(text);
    await writeFile(account.path(name), bytes.subarray(0, bytes.length - cut));
    return account.bring('', { ...ITEMS, file: account.path(name) });
  };
  expect((await zipped('items.ndjson.gz', lines)).counts).toEqual({ ...NONE, created: 2 });
  const csv = await zipped('items.csv.gz', 'sku;name;price\nA;Mug;1\nC;Pot;x\n');
  expect(csv.counts).toEqual({ ...NONE, changed: 1, failed: 1 });
  expect(csv.failed).toMatch(/^sku;name;price;_line.*\r\nC;Pot;x;3;price;/);
  await expect(zipped('cut.csv.gz', 'sku;name\nA;Mug\n', 12)).rejects.toThrow('cut.csv.gz is cut off or damaged');
});

test('reads the words of people in flags, and refuses others', async () => {
  const rows = ['yes', 'TRUE', 'No', 'false', '1', 'perhaps'].map((word) => `Mug,1,5,${word}\n`);
  const text = `products.name,products.quantity,products.price,restock\n${rows.join('')}`;
  const { counts, failed } = await account.bring(text, { resource: 'sale/credit_note', set: { currency: 'USD' } });
  expect(counts).toEqual({ ...NONE, created: 5, failed: 1 });
  expect(failed).toContain(`Mug,1,5,perhaps,7,restock,invalid,"restock must be true, false, 1 or 0`);
  const { credit_notes } = await account.client.sale.credit_note.get({ order: 'ASC' });
  expect(credit_notes.map(({ restock }) => restock)).toEqual([true, true, false, false, true]);
});
