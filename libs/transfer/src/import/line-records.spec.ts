import { Stockbook, type StockbookOptions } from '@stockbook/client';
import { rm } from 'node:fs/promises';
import { Account, NONE } from '../account.fixture.js';
import { prepareImport } from '../prepare/prepare-import.js';
import { allOf } from '../records/lists.js';
import { verifyFile } from '../verify/verify-file.js';
import { importFile, type ImportOptions } from './import-file.js';
import { Journal } from './journal.js';

let account: Account;
beforeEach(async () => {
  account = await Account.open();
  const locations = [{ location_id: account.shop.store_id, quantity: 500 }];
  await account.client.inventory.item.add({ sku: 'MUG', name: 'Mug', locations });
});
afterEach(() => account.close());

const FIELDS = ['name', 'item_id.sku', 'location_id.name', 'quantity', 'cost'];
const movement = (kind: string) => ({
  resource: `inventory/${kind}`,
  header: `comment,${FIELDS.map((name) => `${kind}.${name}`).join()}`,
  row: 'Mug,MUG,Store,1,2',
});
const NOTES = {
  resource: 'sale/credit_note',
  header: 'email,products.name,products.sku,products.quantity,products.price,currency',
  row: 'Mug,MUG,1,5,USD',
};

/** Imports a file until the answer of this line's key is lost, or its request never leaves. */
async function crash(terms: ImportOptions, line: number, isSent: boolean): Promise<void> {
  const isLine = new RegExp(`import:[0-9a-f]+:${line}"`);
  const options: StockbookOptions = {
    ...account.options,
    retries: 0,
    fetch: async (url, init) => {
      const isLost = isLine.test(init.body);
      const response = isLost && !isSent ? undefined : await fetch(url, init);
      if (isLost || !response) throw new Error('The import is killed.');
      return response;
    },
  };
  const client = new Stockbook(options);
  await expect(importFile(client, terms)).rejects.toThrow();
}

test.each([movement('addition'), movement('deduction'), NOTES])(
  'gives two equal lines of $resource two records, however often the import is killed',
  async ({ resource, header, row }) => {
    // A batch has 100 lines: the first line and the last one are equal, and in two batches.
    const others = Array.from({ length: 99 }, (_, i) => `other${i}@b.test,${row}\n`).join('');
    const file = await account.fileOf(`${header}\nequal@b.test,${row}\n${others}equal@b.test,${row}\n`);
    const options = { resource, file, set: { date_added: '2025-03-02' } };
    const { journal } = await prepareImport(account.client, options);
    const isEqual = ({ comment, email }: { comment?: unknown; email?: unknown }) =>
      [comment, email].includes('equal@b.test');
    const equal = async () => (await allOf(account.client, resource)).filter(isEqual).length;

    await crash(options, 2, false);
    await rm(journal);
    expect(await equal()).toBe(1);
    await crash(options, 2, true);
    expect(await equal()).toBe(2);
    expect((await account.bring('', options)).counts).toMatchObject({ created: 0, failed: 0 });
    expect((await account.bring('', options)).counts).toEqual({ ...NONE, before: 101 });
    expect(await equal()).toBe(2);
    expect(new Set([...(await Journal.read(journal)).values()].map(({ id }) => id)).size).toBe(101);
    expect(await verifyFile(account.client, options)).toMatchObject({ records: 101, same: 101 });
  },
);
