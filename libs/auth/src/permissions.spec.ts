import { rightsBeyond, mayUse } from './permissions.js';

test.each<[granted: string[], path: string, may: boolean]>([
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
])('judges that %j on %s is %s', (granted, path, may) => {
  expect(mayUse({ access: granted, modify: [] }, path, 'read')).toBe(may);
  expect(mayUse({ access: [], modify: granted }, path, 'write')).toBe(may);
  expect(mayUse({ access: granted, modify: [] }, path, 'write')).toBe(false);
  expect(mayUse({ access: [], modify: granted }, path, 'read')).toBe(false);
});

test.each([
  [{ access: ['*'], modify: ['*'], view_cost: true }, { access: ['sale/*'], modify: ['*'], view_cost: true }, []],
  [{ access: ['sale/*'], modify: [] }, { access: ['sale/order', 'sale/*'], modify: [] }, []],
  [{ access: ['sale/order'], modify: [] }, { access: ['sale/*'], modify: [] }, ['access sale/*']],
  [{ access: ['sale/*'], modify: [] }, { access: ['*'], modify: ['sale/order'] }, ['access *', 'modify sale/order']],
  [{ access: [], modify: [] }, { access: [], modify: [], view_cost: true }, ['view_cost']],
  [{ access: [], modify: [], channel_groups: [1] }, { access: [], modify: [] }, ['all channel groups']],
  [
    { access: [], modify: [], channel_groups: [1] },
    { access: [], modify: [], channel_groups: [1, 2] },
    ['channel group 2'],
  ],
])('%j holds of %j all but %j', (held, wanted, beyond) => {
  expect(rightsBeyond(held, wanted)).toEqual(beyond);
});
