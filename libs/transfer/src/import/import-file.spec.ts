import { Stockbook } from '@stockbook/client';
import { type TestUser, World } from '@stockbook/testing';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFile, type ImportOptions } from './import-file.js';

let world: World;
let user: TestUser;
let client: Stockbook;
let directory: string;
beforeAll(async () => {
  world = await World.shared();
  directory = await mkdtemp(join(tmpdir(), 'transfer-'));
});
afterAll(() => rm(directory, { recursive: true }));
beforeEach(async () => {
  user = await world.account();
  const { domain, api_key: apiKey, api_secret: apiSecret } = user.credentials;
  client = new Stockbook({ url: world.url, domain, apiKey, apiSecret });
});

let files = 0;
async function fileOf(text: string | Buffer, extension = 'csv'): Promise<string> {
  const file = join(directory, `${++files}.${extension}`);
  await writeFile(file, text);
  return file;
}

async function bring(text: string | Buffer, options: Partial<ImportOptions> = {}) {
  const file = await fileOf(text);
  const { counts, errors } = await importFile(client, { resource: 'inventory/item', file, ...options });
  return { file, counts, failed: errors === undefined ? '' : await readFile(errors, 'utf8') };
}

const NONE = { created: 0, changed: 0, unchanged: 0, failed: 0, before: 0 };

it('adds, changes and keeps items by their sku, without losing a zero', async () => {
  const first = await bring('sku,name,price,gtin\n007,Mug,4.50,0012345678905\n008,Bowl,9,\n');
  expect(first.counts).toEqual({ ...NONE, created: 2 });
  const second = await bring('sku,name,price\n007,Mug,4.50\n008,Bowl,9.25\n009,Plate,3\n');
  expect(second.counts).toEqual({ ...NONE, created: 1, changed: 1, unchanged: 1 });
  const { items } = await client.inventory.item.get({ sku: '007' });
  expect(items).toMatchObject([{ sku: '007', name: 'Mug', price: 4.5, gtin: '0012345678905' }]);
});

it('finds brands, locations and categories by name, and adds missing ones where that is asked for', async () => {
  const { location_id } = await client.inventory.location.add({ name: 'Main' });
  const text =
    'sku,name,brand_id.name,categories.name,locations.location_id.name,locations.quantity\n' +
    'A,Mug,Hearth,Kitchen > Cups|Gifts,Main,12\n';
  const refused = await bring(text);
  expect(refused.counts).toEqual({ ...NONE, failed: 1 });
  expect(refused.failed).toContain('There is no brand with the name Hearth.');
  const added = await bring(text, { creates: ['inventory/brand', 'inventory/category'] });
  expect(added.counts).toEqual({ ...NONE, created: 1 });
  const [item] = (await client.inventory.item.get({ sku: 'A' })).items;
  expect(item).toMatchObject({
    locations: [{ location_id, quantity: 12 }],
    categories: [{ name: 'Cups' }, { name: 'Gifts' }],
  });
});

it('writes failed lines into a file that can be mended and imported as it is', async () => {
  const { counts, failed } = await bring('sku;name;price\nA;Mug;4,50\nB;;3\nC;Bowl;5\n', { maxErrors: 10 });
  expect(counts).toEqual({ ...NONE, created: 1, failed: 2 });
  expect(failed).toContain('price must be a number');
  expect(failed.split('\r\n')).toEqual([
    'sku;name;price;_line;_field;_code;_error',
    expect.stringMatching(/^A;Mug;4,50;2;price;invalid;price must be a number/),
    'B;;3;3;name;invalid;name is required.',
    '',
  ]);
  const mended = await bring(failed.replace('4,50', '4.50').replace('B;;', 'B;Jug;'));
  expect(mended.counts).toEqual({ ...NONE, created: 2 });
});
