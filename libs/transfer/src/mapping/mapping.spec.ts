import { Account } from '../account.fixture.js';
import { readMapping } from './mapping.js';

let account: Account;
beforeAll(async () => void (account = await Account.open()));
afterAll(() => account.close());

const price = (rule: object) => ({ columns: { sku: 'sku', price: { to: 'price', ...rule } } });

test.each([
  [price({ times: 'much' }), 'a rule for price'],
  [price({ decimal: ';' }), 'a rule for price'],
  [price({ cut: '(' }), 'a rule for price'],
  [price({ to: 5 }), 'a rule for price'],
  [price({ values: 5 }), 'a rule for price'],
  [{ columns: {}, only: { sku: '(' } }, 'the pattern (, which is none'],
  [{ columns: {}, group: 5 }, 'must name a column or field as group'],
  [{ columns: {}, texts: { name: {} } }, 'a text'],
  [{ columns: {}, constants: { weight: null } }, 'must give each field of constants a text'],
  [{ columns: {}, fill: {} }, 'must have by and columns in fill'],
])('refuses %j before a line is read', async (mapping, reason) => {
  const file = await account.fileOf(JSON.stringify({ resource: 'inventory/item', ...mapping }), 'json');
  await expect(readMapping(file)).rejects.toThrow(reason);
});
