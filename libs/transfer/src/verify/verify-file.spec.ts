import { readFile, writeFile } from 'node:fs/promises';
import { Account } from '../account.fixture.js';
import { prepareImport } from '../prepare/prepare-import.js';
import { type FoundDifference, verifyFile, type VerifyOptions } from './verify-file.js';

let account: Account;
beforeEach(async () => void (account = await Account.open()));
afterEach(() => account.close());

async function verify(options: VerifyOptions) {
  const found: FoundDifference[] = [];
  const counts = await verifyFile(account.client, { ...options, onDifference: (each) => found.push(each) });
  return { counts, found: found.sort((one, other) => one.line - other.line) };
}

const PLACES = 'locations.location_id.name,locations.quantity';

test('explains what the account proves: movements, changes, deletions, cleaned texts and refused lines', async () => {
  const text =
    `sku,name,price,description,${PLACES}\n` +
    'A,Mug,4.50,,Store,5\nB,Bowl,9,<p onclick="x()">Deep</p>,Store,3\n' +
    'C,,1,,Store,1\nD,Jug,2,,Store,2\nE,Cup,3,,Store,3\nF,Pot,3,,Store,3\nF,Pan,3,,Store,3\nA,Can,3,,Store,3\n';
  const terms = { resource: 'inventory/item' };
  const { file } = await account.bring(text, terms);
  const { item, addition } = account.client.inventory;
  const idOf = async (sku: string) => (await item.get({ sku })).items[0]?.item_id ?? 0;
  const { store_id: location_id } = account.shop;
  await addition.add({ addition: [{ item_id: await idOf('A'), location_id, quantity: 4, cost: 1 }] });
  await item.edit({ item_id: await idOf('D'), sku: 'D2', name: 'Jar', locations: [{ location_id, price: 7 }] });
  await item.delete({ sku: 'E' });
  await account.world.settled();
  const { counts, found } = await verify({ ...terms, file });
  const places = `locations[location_id ${location_id}].quantity`;
  expect(found).toEqual([
    expect.objectContaining({ line: 2, field: places, given: 5, shown: 9, why: '1 later movements add up to 4' }),
    expect.objectContaining({ line: 3, field: 'description', why: expect.stringMatching(/taken out/) }),
    expect.objectContaining({ line: 4, field: '', why: expect.stringMatching(/name is required/) }),
    ...['sku', 'name'].map((field) =>
      expect.objectContaining({
        line: 5,
        field,
        why: expect.stringMatching(/^edited by .+ through inventory\/item\/edit at 20/),
      }),
    ),
    expect.objectContaining({
      line: 6,
      field: '',
      shown: 'missing',
      why: expect.stringMatching(/^deleted by .+item\/delete at 20/),
    }),
    expect.objectContaining({ line: 7, shown: 'missing', why: expect.stringMatching(/^not imported: .*given twice/) }),
    expect.objectContaining({ line: 9, field: '', why: expect.stringMatching(/^not imported: Other rows/) }),
  ]);
  expect(counts).toEqual({ records: 7, same: 0, explained: 7, unexplained: 0 });
});

test('does not explain what an import with a fault would leave behind', async () => {
  const text =
    `sku,name,price,description,${PLACES}\n` +
    'A,Mug,4.50,,Store,5\nB,Bowl,9,<p onclick="x()">Deep</p>,Store,3\nC,Cup,3,,Store,3\nD,Jug,2,,Store,2\n';
  const terms = { resource: 'inventory/item' };
  const { item } = account.client.inventory;
  const { store_id: location_id } = account.shop;
  const add = (sku: string, name: string, quantity: number, more: object = {}) =>
    item.add({ sku, name, price: 1, locations: [{ location_id, quantity }], ...more });
  await add('A', 'Mug', 6);
  await add('B', 'Bowl', 3, { description: '<p>Shallow</p>' });
  const { item_id } = await add('D', 'Jug', 2);
  // Somebody works on the records, but not on the fields that differ.
  await item.edit({ item_id, model: 'M' });
  await account.world.settled();
  const { counts, found } = await verify({ ...terms, file: await account.fileOf(text) });
  expect(counts).toEqual({ records: 4, same: 0, explained: 0, unexplained: 4 });
  expect(found.map(({ line, field, why }) => [line, field.replace(/\[.*\]/, ''), why])).toEqual([
    [2, 'price', undefined],
    [2, 'locations.quantity', undefined],
    [3, 'description', undefined],
    [3, 'price', undefined],
    [4, '', undefined],
    [5, 'price', undefined],
  ]);
});

test('finds additions and credit notes by the journal, and orders by their number', async () => {
  await account.bring('sku,name\nA,Mug\n', { resource: 'inventory/item' });
  const additions =
    'comment,addition.item_id.sku,addition.location_id.name,addition.quantity,addition.cost\nx,A,Store,5,2\n';
  const added = { resource: 'inventory/addition' };
  const { file } = await account.bring(additions, added);
  expect((await verify({ ...added, file })).counts).toEqual({ records: 1, same: 1, explained: 0, unexplained: 0 });
  const orders =
    'imported_order_id,email,date_ordered,products.sku,products.name,products.quantity,products.price\n' +
    '1,a@b.test,2025-01-02 03:04:05,A,Mug,2,5\n2,a@b.test,2025-01-03,A,Mug,-1,5\n';
  const terms = { resource: 'sale/order', negative: 'return' as const };
  const set = { 'channel_id.name': 'Counter', currency: 'USD' };
  const brought = await account.bring(orders, { ...terms, set });
  expect(brought.failed).toBe('');
  const { counts, found } = await verify({ ...terms, set, file: brought.file });
  expect({ counts, found }).toEqual({ counts: { records: 2, same: 2, explained: 0, unexplained: 0 }, found: [] });
});

test('compares each line of an addition with its own, also where several items are in one place', async () => {
  await account.bring('sku,name\nA,Mug\nB,Bowl\n', { resource: 'inventory/item' });
  const columns = {
    ...{ Item: 'addition.item_id.sku', Place: 'addition.location_id.name' },
    ...{ Pieces: 'addition.quantity', Cost: 'addition.cost' },
  };
  const mapping = JSON.stringify({ resource: 'inventory/addition', group: '*', columns });
  const map = await account.fileOf(mapping, 'json');
  const { file } = await account.bring('Item,Place,Pieces,Cost\nA,Store,5,2\nB,Store,7,3\n', { map });
  expect((await verify({ map, file })).counts).toEqual({ records: 1, same: 1, explained: 0, unexplained: 0 });
});

test('reports a line whose record is that of another line', async () => {
  await account.bring('sku,name\nA,Mug\n', { resource: 'inventory/item' });
  const header = 'addition.item_id.sku,addition.location_id.name,addition.quantity,addition.cost\n';
  const terms = { resource: 'inventory/addition' };
  const { file } = await account.bring(`${header}A,Store,5,2\nA,Store,5,2\n`, terms);
  expect((await verify({ ...terms, file })).counts).toMatchObject({ records: 2, same: 2 });
  const { journal } = await prepareImport(account.client, { ...terms, file });
  const [first, second] = (await account.client.inventory.addition.get({ order: 'ASC' })).additions;
  const noted = await readFile(journal, 'utf8');
  await writeFile(journal, noted.replace(`,${second?.item_addition_id}]`, `,${first?.item_addition_id}]`));
  const { counts, found } = await verify({ ...terms, file });
  expect(counts).toEqual({ records: 2, same: 1, explained: 0, unexplained: 1 });
  expect(found).toEqual([expect.objectContaining({ line: 3, shown: 'the record of line 2 too', why: undefined })]);
});

test('does not report orders, and their returns, that have several rows of the file', async () => {
  const orders =
    'imported_order_id,email,date_ordered,products.name,products.quantity,products.price\n' +
    '1,a@b.test,2025-01-02,Mug,2,5\n1,a@b.test,2025-01-02,Jug,1,5\n' +
    '2,a@b.test,2025-01-02,Mug,2,5\n2,a@b.test,2025-01-02,Jug,-1,5\n3,a@b.test,2025-01-02,Jug,-1,5\n';
  const set = { 'channel_id.name': 'Counter', currency: 'USD' };
  const sale = { resource: 'sale/order', negative: 'return' as const, set };
  const brought = await account.bring(orders, sale);
  expect(brought.failed).toBe('');
  const same = { records: 4, same: 4, explained: 0, unexplained: 0 };
  expect(await verify({ ...sale, file: brought.file })).toEqual({ counts: same, found: [] });
});

test('reports a reference of the file that names no record any more', async () => {
  const terms = { resource: 'inventory/item', creates: ['inventory/brand'] };
  const { file } = await account.bring('sku,name,brand_id.name\nA,Mug,Hearth\n', terms);
  const { brand, item } = account.client.inventory;
  const [hearth] = (await brand.get()).brands;
  const { brand_id } = await brand.add({ name: 'Loom' });
  await item.edit({ item_id: Number((await item.get()).items[0]?.item_id), brand_id });
  await brand.delete({ brand_id: Number(hearth?.brand_id) });
  const { counts, found } = await verify({ resource: terms.resource, file });
  expect(counts).toEqual({ records: 1, same: 0, explained: 0, unexplained: 1 });
  expect(found).toMatchObject([{ line: 2, shown: 'There is no brand with the name Hearth.', why: undefined }]);
});

test('compares a file of changes, which has too little for new records, without the journal', async () => {
  const { item } = account.client.inventory;
  await item.add({ sku: 'A', name: 'Mug', price: 4 });
  await item.add({ sku: 'B', name: 'Jug', price: 5 });
  const file = await account.fileOf('sku,price\nA,4\nB,6\n');
  const { counts, found } = await verify({ resource: 'inventory/item', file });
  expect(counts).toEqual({ records: 2, same: 1, explained: 0, unexplained: 1 });
  expect(found).toMatchObject([{ line: 3, field: 'price', given: 6, shown: 5, why: undefined }]);
});
