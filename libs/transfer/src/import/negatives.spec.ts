import { rm, writeFile } from 'node:fs/promises';
import { Account, NONE } from '../account.fixture.js';
import { prepareImport } from '../prepare/prepare-import.js';
import { verifyFile } from '../verify/verify-file.js';

let account: Account;
beforeEach(async () => {
  account = await Account.open();
  const item = { name: 'Mug', model: 'M1', locations: [{ location_id: account.shop.store_id, quantity: 10 }] };
  await account.client.inventory.item.add(item);
});
afterEach(() => account.close());

const ORDERS =
  'imported_order_id,email,date_ordered,products.model,products.quantity,products.price\n' +
  'S1,ada@example.test,2025-03-01,M1,2,5\nC1,ada@example.test,2025-03-02,M1,-1,5\n';
const SET = { resource: 'sale/order', set: { 'channel_id.name': 'Counter', currency: 'USD' } };

test('asks what a negative quantity means before anything is sent', async () => {
  await expect(account.bring(ORDERS, SET)).rejects.toThrow('Line 3 has a negative quantity: say by --negative');
  expect((await account.client.sale.order.get()).total).toBe(0);
});

test('makes returns credit notes', async () => {
  const { counts, failed } = await account.bring(ORDERS, { ...SET, negative: 'return' });
  expect({ counts, failed }).toEqual({ counts: { ...NONE, created: 2 }, failed: '' });
  const { credit_notes } = await account.client.sale.credit_note.get();
  expect(credit_notes).toMatchObject([
    {
      comment: 'C1',
      date_added: '2025-03-02T00:00:00Z',
      email: 'ada@example.test',
      total: 5,
      products: [{ quantity: 1 }],
    },
  ]);
});

test('makes corrections deductions', async () => {
  const { counts, failed } = await account.bring(ORDERS, { ...SET, negative: 'correction', location: 'Store' });
  expect({ counts, failed }).toEqual({ counts: { ...NONE, created: 2 }, failed: '' });
  const { deductions } = await account.client.inventory.deduction.get();
  expect(deductions).toMatchObject([{ comment: 'C1', date_added: '2025-03-02T00:00:00Z', items: [{ quantity: 1 }] }]);
});

test('finds each credit note again without journal and idempotency key, equal ones too', async () => {
  const header = 'email,date_added,products.model,products.quantity,products.price\n';
  const row = 'ada@example.test,2025-03-02 10:15:00,M1,1,5\n';
  const terms = { resource: 'sale/credit_note', set: { currency: 'USD' } };
  const notes = async () => (await account.client.sale.credit_note.get()).total;
  expect((await account.bring(header + row + row, terms)).counts).toEqual({ ...NONE, created: 2 });
  // Another file has other keys. A note that its journal names stands for no other line.
  const file = await account.fileOf(`${header}${row}${row}${row}`);
  const { journal } = await prepareImport(account.client, { ...terms, file });
  const [{ credit_note_id = 0 } = {}] = (await account.client.sale.credit_note.get()).credit_notes;
  await writeFile(
    journal,
    `${JSON.stringify({ at: '2025-01-01T00:00:00Z', records: [['4', 'created', credit_note_id]] })}\n`,
  );
  expect((await account.bring('', { ...terms, file })).counts).toEqual({
    ...NONE,
    created: 1,
    unchanged: 1,
    before: 1,
  });
  await rm(journal);
  expect(await verifyFile(account.client, { ...terms, file })).toMatchObject({ records: 3, same: 3 });
  const again = await account.bring(`${header}${row}${row}${row}\n`, terms);
  expect(again.counts).toEqual({ ...NONE, unchanged: 3 });
  expect(await notes()).toBe(3);

  const orders = { ...SET, negative: 'return' } as const;
  expect((await account.bring(ORDERS, orders)).counts).toEqual({ ...NONE, created: 2 });
  expect((await account.bring(`${ORDERS}\n`, orders)).counts).toEqual({ ...NONE, unchanged: 2 });
  expect(await notes()).toBe(4);
});

test('writes the rows of a record once whose order and return both fail', async () => {
  const orders =
    'imported_order_id,currency,products.model,products.name,products.quantity,products.price\n' +
    '7,XXX,M1,Mug,2,5\n7,XXX,M1,Mug,-1,5\n';
  const terms = { resource: 'sale/order', negative: 'return', set: { 'channel_id.name': 'Counter' } } as const;
  const { counts, failed } = await account.bring(orders, terms);
  expect(counts).toEqual({ ...NONE, failed: 2 });
  expect((await account.bring(failed.replaceAll('XXX', 'USD'), terms)).counts).toEqual({ ...NONE, created: 2 });
  const [order] = (await account.client.sale.order.get()).orders;
  expect(order?.products).toMatchObject([{ quantity: 2 }]);
});
