import { Account } from '../account.fixture.js';
import { type FoundDifference, verifyFile, type VerifyOptions } from './verify-file.js';

let account: Account;
beforeEach(async () => void (account = await Account.open()));
afterEach(() => account.close());

async function verify(options: VerifyOptions) {
  const found: FoundDifference[] = [];
  const counts = await verifyFile(account.client, { ...options, onDifference: (each) => found.push(each) });
  return { counts, found: found.sort((one, other) => one.line - other.line) };
}

it('finds planted differences, and says why a record differs', async () => {
  const text =
    'sku,name,price,description,locations.location_id.name,locations.quantity\n' +
    'A,Mug,4.50,,Store,5\nB,Bowl,9,<p onclick="x()">Deep</p>,Store,3\n' +
    'C,,1,,Store,1\nD,Jug,2,,Store,2\nE,Cup,3,,Store,3\n';
  const terms = { resource: 'inventory/item' };
  const { file } = await account.bring(text, terms);
  const { item, addition } = account.client.inventory;
  const [jug] = (await item.get({ sku: 'D' })).items;
  const [mug] = (await item.get({ sku: 'A' })).items;
  await item.delete({ sku: 'E' });
  const { item_id = 0 } = mug ?? {};
  await addition.add({ addition: [{ item_id, location_id: account.shop.store_id, quantity: 4, cost: 1 }] });
  expect((await verify({ ...terms, file })).counts).toEqual({ records: 5, same: 1, explained: 4, unexplained: 0 });

  // The journal does not explain a change of the same second, as a program with a fault would make.
  await item.edit({ item_id: jug?.item_id ?? 0, name: 'Jar' });
  const { counts, found } = await verify({ ...terms, file });
  expect(counts).toMatchObject({ records: 5, same: 0 });
  expect(found).toMatchObject(
    [
      { line: 2, field: `locations[location_id ${account.shop.store_id}].quantity`, given: 5, shown: 9, why: /moved/ },
      { line: 3, field: 'description', why: expect.stringContaining('taken out') },
      { line: 4, field: '', why: expect.stringContaining('name is required') },
      { line: 5, field: 'name', given: 'Jug', shown: 'Jar' },
      { line: 6, field: '', why: 'deleted since the import' },
    ].map((each) => (each.why instanceof RegExp ? { ...each, why: expect.stringMatching(each.why) } : each)),
  );
});

it('finds additions and credit notes by the journal, and orders by their number', async () => {
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
