import { Account, NONE } from '../account.fixture.js';

let account: Account;
beforeEach(async () => {
  account = await Account.open();
  const locations = [{ location_id: account.shop.store_id, quantity: 10 }];
  await account.client.inventory.item.add({ sku: 'MUG', name: 'Mug', locations });
});
afterEach(() => account.close());

const kinds = ['addition', 'deduction'] as const;

test.each(kinds)('finds each %s again by its date, comment and lines, equal ones too', async (kind) => {
  const fields = ['name', 'item_id.sku', 'location_id.name', 'quantity', 'cost'];
  const header = `comment,${fields.map((name) => `${kind}.${name}`).join()}\n`;
  const row = 'Broken,Mug,MUG,Store,1,2\n';
  const terms = { resource: `inventory/${kind}`, set: { date_added: '2025-03-02' } };
  expect((await account.bring(header + row + row, terms)).counts).toEqual({ ...NONE, created: 2 });
  // Another file has neither the journal nor the idempotency keys.
  const more = await account.bring(`${header}${row}Other,Mug,MUG,Store,1,2\n${row}${row}`, terms);
  expect(more.counts).toEqual({ ...NONE, created: 2, unchanged: 2 });
  const dated = { ...terms, set: { date_added: '2025-03-03' } };
  expect((await account.bring(header + row, dated)).counts).toEqual({ ...NONE, created: 1 });
  expect((await account.client.inventory[kind].get()).total).toBe(5);
});

test('finds the deduction of a correction again', async () => {
  const orders = (quantity: number) =>
    'imported_order_id,date_ordered,products.sku,products.quantity,products.price\n' +
    `C1,2025-03-02,MUG,-1,5\nC2,2025-03-02,MUG,-${quantity},5\n`;
  const set = { 'channel_id.name': 'Counter', currency: 'USD' };
  const terms = { resource: 'sale/order', set, negative: 'correction', location: 'Store' } as const;
  expect((await account.bring(orders(2), terms)).counts).toEqual({ ...NONE, created: 2 });
  expect((await account.bring(orders(3), terms)).counts).toEqual({ ...NONE, created: 1, unchanged: 1 });
});
