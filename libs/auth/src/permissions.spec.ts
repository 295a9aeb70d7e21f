import { mayUse } from './permissions.js';

it.each<[granted: string[], path: string, may: boolean]>([
  [[], 'sale/order', false],
  [['sale/order'], 'sale/order', true],
  [['sale/order'], 'sale/order_status', false],
  [['sale/order'], 'sale/customer', false],
  [['inventory/item', 'sale/order'], 'sale/order', true],
  [['*'], 'extension/total/promotion', true],
  [['sale/*'], 'sale/order', true],
  [['sale/*'], 'sales/order', false],
  [['sale/*'], 'sale', false],
  [['extension/*'], 'extension/total/promotion', true],
  [['extension/total/*'], 'extension/module/tax', false],
  [['sale*'], 'sale/order', false],
  [['*/order'], 'sale/order', false],
])('%j on %s: %s', (granted, path, may) => {
  expect(mayUse({ access: granted, modify: [] }, path, 'read')).toBe(may);
  expect(mayUse({ access: [], modify: granted }, path, 'write')).toBe(may);
  expect(mayUse({ access: granted, modify: [] }, path, 'write')).toBe(false);
  expect(mayUse({ access: [], modify: granted }, path, 'read')).toBe(false);
});
