import { Account, NONE } from '../account.fixture.js';

let account: Account;
beforeEach(async () => void (account = await Account.open()));
afterEach(() => account.close());

const ITEMS = { resource: 'inventory/item' };
const CATEGORIES = { resource: 'inventory/category' };

test('takes codes for the same ones as the server does', async () => {
  const skus = 'sku,name\nZ\u200b1,Mug\nZ1,Cup\nCafe\u0301,Jug\nCaf\u00e9,Pot\n';
  expect((await account.bring(skus, ITEMS)).counts).toEqual({ ...NONE, created: 2, failed: 2 });
  const barcodes = 'barcode,name\n012345678905,Mug\n0012345678905,Cup\n12345678905,Jug\n';
  expect((await account.bring(barcodes, ITEMS)).counts).toEqual({ ...NONE, created: 2, failed: 1 });
});

test('adds a missing brand once, however its name is written', async () => {
  const text = 'sku,name,brand_id.name\nA,Mug,Cafe\u0301\nB,Cup,Caf\u00e9 \nC,Jug,CAF\u00c9\n';
  expect((await account.bring(text, { ...ITEMS, creates: ['inventory/brand'] })).counts.created).toBe(3);
  expect((await account.client.inventory.brand.get()).total).toBe(1);
});

test('finds records by the first code that the file has values of, mapped or in JSON lines', async () => {
  const columns = { EAN: 'barcode', Title: 'name' };
  const map = await account.fileOf(JSON.stringify({ ...ITEMS, columns }), 'json');
  expect((await account.bring('EAN,Title\n4006381333931,Pen\n', { map })).counts.created).toBe(1);
  const mapped = await account.bring('EAN,Title\n4006381333931,Pen\n4006381333932,Ink\n', { map });
  expect(mapped.counts).toEqual({ ...NONE, created: 1, unchanged: 1 });
  const file = await account.fileOf('{"sku":"","barcode":"4006381333931","name":"Pen"}\n', 'jsonl');
  expect((await account.bring('', { ...ITEMS, file })).counts).toEqual({ ...NONE, unchanged: 1 });
});

test('finds a record without the best code by another one, but no person by a shared telephone', async () => {
  const items = 'sku,barcode,name\nA,,Mug\n,4006381333931,Pen\n';
  expect((await account.bring(items, ITEMS)).counts).toEqual({ ...NONE, created: 2 });
  expect((await account.bring(`${items}B,,Jug\n`, ITEMS)).counts).toEqual({ ...NONE, created: 1, unchanged: 2 });
  const people = 'email,telephone,firstname\na@b.test,0113,Ada\n,0113,Bob\n,0113,Cid\n';
  expect((await account.bring(people, { resource: 'sale/customer' })).counts).toEqual({ ...NONE, created: 3 });
});

test('finds a customer whose telephone many others have a part of', async () => {
  const { customer } = account.client.sale;
  await customer.add({ firstname: 'Ada', telephone: '77' });
  await Promise.all(
    Array.from({ length: 101 }, (_, i) => customer.add({ firstname: 'Bob', telephone: `77${i + 100}` })),
  );
  const { counts } = await account.bring('telephone,firstname\n77,Ada\n', { resource: 'sale/customer' });
  expect(counts).toEqual({ ...NONE, unchanged: 1 });
});

test('tells categories of one name apart by their parents, and finds one whose name looks like a path', async () => {
  const { category } = account.client.inventory;
  const { category_id: parent_id } = await category.add({ name: 'Kitchen' });
  await category.add({ name: 'Mugs', parent_id });
  await category.add({ name: 'Kids > Toys' });
  const all = 'name,parent_id.name\nKitchen,\nMugs,Kitchen\nMugs,\nKids > Toys,\n';
  expect((await account.bring(all, CATEGORIES)).counts).toEqual({ ...NONE, created: 1, unchanged: 3 });
  expect((await account.bring(`${all}New,\n`, CATEGORIES)).counts).toEqual({ ...NONE, created: 1, unchanged: 4 });
  const creates = [CATEGORIES.resource];
  await account.bring('sku,name,categories.name\nA,Bear,Kids > Toys\n', { ...ITEMS, creates });
  expect((await category.get()).total).toBe(5);
});

test('takes the journal of an account for that account alone', async () => {
  const file = await account.fileOf('sku,name\nA,Mug\n');
  const bring = async (shop: string) => (await account.bring('', { ...ITEMS, file, account: shop })).counts;
  expect(await bring('shop https://try.example/')).toEqual({ ...NONE, created: 1 });
  expect(await bring('shop https://try.example/')).toEqual({ ...NONE, before: 1 });
  expect(await bring('shop https://stockbook.example/')).toEqual({ ...NONE, unchanged: 1 });
});
