import { Stockbook } from '@stockbook/client';
import { Account } from '../account.fixture.js';
import { Finder } from './finder.js';

let account: Account;
beforeEach(async () => void (account = await Account.open()));
afterEach(() => account.close());

const PATH = 'inventory/item';

test('finds every stored code, and asks little about those that nobody has', async () => {
  for (let number = 0; number < 120; number++)
    await account.client.inventory.item.add({
      name: 'Spoon',
      sku: `SP-${number}`,
      barcode: `401234500${100 + number}`,
    });
  let requests = 0;
  const counting: typeof fetch = (...terms) => {
    requests++;
    return fetch(...terms);
  };
  const finder = new Finder(new Stockbook({ ...account.options, fetch: counting }));

  for (let number = 0; number < 300; number++) expect(await finder.find(PATH, 'sku', `new-${number}`)).toEqual([]);
  expect(requests).toBeLessThan(6);
  expect(await finder.find(PATH, 'sku', 'SP-119')).toMatchObject([{ sku: 'SP-119' }]);

  for (const code of ['1', '2']) expect(await finder.find(PATH, 'barcode', code)).toEqual([]);
  expect(await finder.find(PATH, 'barcode', '00401234500219')).toMatchObject([{ sku: 'SP-119' }]);

  // An import of JSON may have numbers.
  await finder.note(PATH, { item_id: 120, sku: 7, model: 8 });
  await account.client.inventory.item.add({ name: 'Fork', sku: '7' });
  expect(await finder.find(PATH, 'sku', '7')).toMatchObject([{ name: 'Fork' }]);
  await finder.note(PATH, { item_id: 1, sku: 'Added' });
  expect(await finder.find(PATH, 'sku', 'Added')).toMatchObject([{ item_id: 1 }]);
  expect(await finder.find(PATH, 'sku', 'ADDED')).toEqual([]);
});
