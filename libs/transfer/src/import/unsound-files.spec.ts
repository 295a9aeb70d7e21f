import { writeFile } from 'node:fs/promises';
import { Account, NONE } from '../account.fixture.js';
import { prepareImport } from '../prepare/prepare-import.js';
import { Journal } from './journal.js';

let account: Account;
beforeEach(async () => void (account = await Account.open()));
afterEach(() => account.close());

const ITEMS = { resource: 'inventory/item' };
const names = async () => (await account.client.inventory.item.get({ order: 'ASC' })).items.map(({ name }) => name);

test('names a row that a quote joins to the rows below it, and keeps its text', async () => {
  const rows = 'sku,name,price\nA,5" pipe,1\nB,"Mug 5in,9.50\nC,"Cup",3\nD,"two\nlines",4\n';
  const { counts, failed } = await account.bring(rows, ITEMS);
  expect(counts).toEqual({ ...NONE, created: 2, failed: 1 });
  expect(failed).toMatch(/^B,"""Mug 5in,9\.50\nC,""Cup""",3,3,,malformed,"The row goes on over 2 lines/m);
  expect(await names()).toEqual(['5" pipe', 'two\nlines']);
});

test('reads lines with different ends, and leaves rows without any text out', async () => {
  const { counts } = await account.bring('name\r\nA\r\nB\nC\n', { resource: 'inventory/brand' });
  expect(counts).toEqual({ ...NONE, created: 3 });
  expect((await account.bring('sku,name\r\nA,Mug\r\n,\r\n,\r\n', ITEMS)).counts).toEqual({ ...NONE, created: 1 });
});

test('keeps all cells of a row that is too long in the file of failed lines', async () => {
  const { failed } = await account.bring('sku,name\nA,Mug, red\n', ITEMS);
  expect(failed).toContain('A,"Mug, red",2,,malformed,');
});

test('reads JSON lines with a mark at the beginning, and refuses numbers that would be rounded', async () => {
  const broken = '{"sku":"C"';
  const lines = [
    '\ufeff{"sku":"A","name":"Mug"}',
    '',
    '{"sku":"B","name":"Jug","barcode":12345678901234567890}',
    broken,
  ];
  const file = await account.fileOf(lines.join('\n'), 'jsonl');
  const { counts, failed } = await account.bring('', { ...ITEMS, file });
  expect(counts).toEqual({ ...NONE, created: 1, failed: 2 });
  const [rounded, cut] = failed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(rounded?.['_error']).toContain('barcode has more digits than a number keeps');
  expect(cut).toMatchObject({ _line: 4, _text: broken });
});

test('refuses a number with the decimal mark at another place than its column has', async () => {
  const columns = { sku: 'sku', name: 'name', price: { to: 'price', decimal: ',' } };
  const map = await account.fileOf(JSON.stringify({ ...ITEMS, columns }), 'json');
  const rows = 'sku;name;price\nA;Mug;12.50\nB;Jug;1.234,50\nC;Pot;1.234\nD;Can;1 234,5\n';
  const { counts, failed } = await account.bring(rows, { map });
  expect(counts).toEqual({ ...NONE, created: 3, failed: 1 });
  expect(failed).toContain("price must be a number with ',' before its decimals, not '12.50'.");
  const { items } = await account.client.inventory.item.get({ order: 'ASC' });
  expect(items.map(({ price }) => price)).toEqual([1_234.5, 1_234, 1_234.5]);
});

test('reads an offset in a date, and dates without one in the zone of the account', async () => {
  await account.client.setting.company.edit({ timezone: 'America/New_York' });
  const bring = async (format: string, text: string) => {
    const columns = { day: { to: 'date_added', date: format }, name: 'products.name' };
    const constants = { currency: 'USD', 'products.quantity': '1', 'products.price': '2' };
    const map = await account.fileOf(JSON.stringify({ resource: 'sale/credit_note', columns, constants }), 'json');
    expect((await account.bring(`day,name\n${text},Mug\n`, { map })).failed).toBe('');
  };
  await bring('yyyy-MM-dd HH:mm ZZZ', '2025-01-05 10:00 +0300');
  await bring('d.M.yyyy H:mm', '5.1.2025 10:00');
  const { credit_notes } = await account.client.sale.credit_note.get({ order: 'ASC' });
  expect(credit_notes.map(({ date_added }) => date_added)).toEqual(['2025-01-05T07:00:00Z', '2025-01-05T15:00:00Z']);
});

test('does not write failed lines over the imported file', async () => {
  const file = await account.fileOf('sku,name\nA,\n');
  await expect(account.bring('', { ...ITEMS, file, errors: file })).rejects.toThrow('is the imported file itself');
});

test('says that the file of failed lines or the journal is unusable, and has noted what is done', async () => {
  const file = await account.fileOf('sku,name\nA,Mug\nB,\n');
  const errors = account.path('nowhere/failed.csv');
  await expect(account.bring('', { ...ITEMS, file, errors })).rejects.toThrow('failed.csv cannot be written');
  expect((await account.bring('', { ...ITEMS, file })).counts).toEqual({ ...NONE, before: 1, failed: 1 });
  const { journal } = await prepareImport(account.client, { ...ITEMS, file });
  await writeFile(journal, 'garbage\n');
  await expect(account.bring('', { ...ITEMS, file })).rejects.toThrow('is damaged');
});

test('notes what is under way in the journal before it ends for a fault further below', async () => {
  const rows = Array.from({ length: 300 }, (_, i) => `S${i},Mug\n`).join('');
  const file = await account.fileOf(`sku,name\n${rows}X,"Jug\n`);
  await expect(account.bring('', { ...ITEMS, file })).rejects.toThrow('is no sound CSV');
  const { journal } = await prepareImport(account.client, { ...ITEMS, file });
  const noted = (await Journal.read(journal)).size;
  expect(noted).toBeGreaterThan(200);
  expect((await account.client.inventory.item.get()).total).toBe(noted);
});

test('does not take UTF-8 with a few other bytes for another encoding', async () => {
  const file = account.path('bytes.csv');
  const cut = Buffer.concat([Buffer.from('sku,name\nA,Müg\nB,Glühwein\nC,C'), Buffer.from([0xe9]), Buffer.from('p\n')]);
  await writeFile(file, cut);
  await expect(account.bring('', { ...ITEMS, file })).rejects.toThrow('Most of the file is UTF-8');
  await writeFile(file, Buffer.from('sku,name\nA,Glühwein\nB,Café').subarray(0, -1));
  await expect(account.bring('', { ...ITEMS, file })).rejects.toThrow('Most of the file is UTF-8');
  await writeFile(file, Buffer.from('sku,name\nA,Glühwein\nB,Café “É”\n', 'latin1'));
  expect((await account.bring('', { ...ITEMS, file })).counts).toEqual({ ...NONE, created: 2 });
});
