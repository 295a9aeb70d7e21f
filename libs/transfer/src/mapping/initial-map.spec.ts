import { readFile } from 'node:fs/promises';
import { Account, fixture, NONE } from '../account.fixture.js';
import { writeMap } from './initial-map.js';

let account: Account;
beforeEach(async () => void (account = await Account.open()));
afterEach(() => account.close());

test('writes a mapping by the names of the columns, which imports the file as it is', async () => {
  const text = 'Article Number;Title;Price;Brand;Colour\nA1;Mug;4.50;Hearth;red\nA2;Jug;9;Hearth;blue\n';
  const file = await account.fileOf(text);
  const map = account.path('map.json');
  expect(await writeMap(map, { file, resource: 'inventory/item' })).toBe(
    `${map} is written. These columns are left out in it: Colour.`,
  );
  const { counts, failed } = await account.bring('', { file, map, creates: ['inventory/brand'] });
  expect({ counts, failed }).toEqual({ counts: { ...NONE, created: 2 }, failed: '' });
  const [brand] = (await account.client.inventory.brand.get({ filter_name: 'Hearth' })).brands;
  expect((await account.client.inventory.item.get({ sku: 'A1' })).items).toMatchObject([
    { name: 'Mug', price: 4.5, brand_id: brand?.brand_id },
  ]);
  await expect(writeMap(map, { file, resource: 'inventory/item' })).rejects.toThrow('cannot be written');
});

test('copies a mapping that comes with Stockbook', async () => {
  const map = account.path('prices.json');
  expect(await writeMap(map, { file: fixture('price-list.csv'), map: 'price-list' })).toBe(`${map} is written.`);
  await account.client.inventory.item.add({ sku: 'MUG-1', name: 'Mug' });
  const text = await readFile(fixture('price-list.csv'), 'utf8');
  expect((await account.bring(text, { map })).counts).toMatchObject({ changed: 1 });
});
