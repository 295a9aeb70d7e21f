import { readFile } from 'node:fs/promises';
import { Account, NONE } from '../account.fixture.js';
import { importable } from '../resources.js';
import { exportFile } from './export-file.js';

let [from, to]: Account[] = [];
beforeEach(async () => {
  [from, to] = await Promise.all([Account.open(), Account.open()]);
  for (const { client, shop } of [from, to]) {
    const locations = [{ location_id: shop.store_id, quantity: 10 }];
    await client.inventory.item.add({ sku: 'MUG', name: 'Mug', model: 'M1', price: 5, locations });
  }
});
afterEach(() => Promise.all([from!.close(), to!.close()]));

/** Two records of each kind, as somebody's file has them. */
const FILES: Readonly<Record<string, string>> = {
  'inventory/brand': 'name,image\nHearth & Clay,\n"Loom, Ltd",\n',
  'inventory/category': 'name,parent_id.name\nKitchen,\nCups,Kitchen\n',
  'inventory/supplier':
    'name,email,telephone,city\n' + 'Potters,pots@a.test,+44 113 496,Leeds\nWeavers,weave@a.test,,York\n',
  'inventory/item':
    'sku,name,price,description,gtin\n' + '007,Cup,4.50,"<p>Deep, ""blue""</p>",0012345678905\n008,=1+1,9,,\n',
  'inventory/addition':
    'date_added,comment,addition.item_id.sku,addition.location_id.name,addition.quantity,addition.cost\n' +
    '2025-03-02,First,MUG,Store,3,2.5\n2025-03-03,Second,MUG,Depot,4,2.25\n',
  'inventory/deduction':
    'date_added,comment,deduction.name,deduction.item_id.sku,deduction.location_id.name,' +
    'deduction.quantity,deduction.cost\n' +
    '2025-03-04,Broken,Mug,MUG,Store,1,2\n2025-03-05,Lost,Mug,MUG,Store,2,2\n',
  'sale/customer': 'email,firstname,lastname,telephone,card_number\na@b.test,Ada,Byron,+441132,0042\n,Grace,,0113,\n',
  'sale/order':
    'imported_order_id,email,currency,channel_id.name,products.name,products.quantity,products.price\n' +
    '1,a@b.test,USD,Counter,Mug,2,5\n2,,USD,Counter,Cup,1,3\n',
  'sale/credit_note':
    'date_added,email,currency,products.sku,products.name,products.quantity,products.price\n' +
    '2025-03-02,a@b.test,USD,MUG,Mug,1,5\n2025-03-03,c@d.test,USD,,Voucher,2,3\n',
};
const COUNT = 'inventory/stock_take_job';
/** Every account has its own ids and times; a file may have the time of a document. */
const OWN = /^(\w+_id|date_modified|revision)$/;
const isOwn = (resource: string, name: string) =>
  OWN.test(name) || (/^date_/.test(name) && !FILES[resource]?.includes(name));
const kinds = Object.keys(FILES).flatMap((resource) => ['csv.gz', 'jsonl'].map((form) => [resource, form]));

/** Exports the records of an account, and returns them without what is its own. */
async function recordsOf(account: Account, resource: string): Promise<unknown[]> {
  const file = account.path('compared.jsonl');
  await exportFile(account.client, { resource, file });
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  const records = lines.map((line) => JSON.parse(line, (name, value) => (isOwn(resource, name) ? undefined : value)));
  const texts = records.map((record) => JSON.stringify(record)).sort();
  return texts.map((text) => JSON.parse(text));
}

test.each(kinds)('%s moves to another account by %s, and is the same there', async (resource = '', form = '') => {
  const { counts, failed } = await from!.bring(FILES[resource] ?? '', { resource });
  expect({ counts, failed }).toEqual({ counts: { ...NONE, created: 2 }, failed: '' });
  const file = from!.path(`exported.${form}`);
  await exportFile(from!.client, { resource, file });
  const [first = 0, second] = await readFile(file);
  expect(first === 0x1f && second === 0x8b).toBe(form.endsWith('gz'));
  const moved = await to!.bring('', { file, resource });
  expect(moved.failed).toBe('');
  expect(moved.counts.created).toBe(2);
  expect(await recordsOf(to!, resource)).toEqual(await recordsOf(from!, resource));
});

test('exports a stock take, and knows all kinds', async () => {
  const text = 'items.item_id.sku,items.quantity\nMUG,7\n';
  const set = { 'location_id.name': 'Store' };
  expect((await from!.bring(text, { resource: COUNT, set })).counts).toEqual({ ...NONE, created: 1 });
  const file = from!.path('counts.csv');
  expect(await exportFile(from!.client, { resource: COUNT, file })).toEqual({ records: 1, isStopped: false });
  expect(await readFile(file, 'utf8')).toContain('Store');
  expect([...Object.keys(FILES), COUNT].sort()).toEqual([...importable].sort());
});
