import { Account, NONE } from '../account.fixture.js';

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

it('asks what a negative quantity means before anything is sent', async () => {
  await expect(account.bring(ORDERS, SET)).rejects.toThrow('Line 3 has a negative quantity: say by --negative');
  expect((await account.client.sale.order.get()).total).toBe(0);
});

it('makes returns credit notes', async () => {
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

it('makes corrections deductions', async () => {
  const { counts, failed } = await account.bring(ORDERS, { ...SET, negative: 'correction', location: 'Store' });
  expect({ counts, failed }).toEqual({ counts: { ...NONE, created: 2 }, failed: '' });
  const { deductions } = await account.client.inventory.deduction.get();
  expect(deductions).toMatchObject([{ comment: 'C1', date_added: '2025-03-02T00:00:00Z', items: [{ quantity: 1 }] }]);
});
