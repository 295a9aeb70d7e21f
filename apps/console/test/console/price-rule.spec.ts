import { NO_RULE, priceBy, type PriceRule } from '../../src/console/items/prices/price-rule.js';

test.each<[price: number, rule: Partial<PriceRule>, decimals: number, after: number | undefined]>([
  [10, { way: 'set', value: '12.5' }, 2, 12.5],
  [10, { way: 'raisePercent', value: '10' }, 2, 11],
  [19.99, { way: 'raisePercent', value: '7,5' }, 2, 21.49],
  [1.005, { way: 'raise', value: '0' }, 2, 1.01],
  [30, { way: 'lowerPercent', value: '33.3' }, 2, 20.01],
  [10, { way: 'lower', value: '12' }, 2, 0],
  [349, { value: '10', multiple: '1', less: '0.01' }, 2, 383.99],
  [10.02, { way: 'raise', value: '0', multiple: '0.05' }, 2, 10],
  [199_000, { value: '3', multiple: '1000' }, 0, 205_000],
  [10, { way: 'set', value: '1,200' }, 2, 1_200],
  [10, { way: 'set', value: '199.000', language: 'vi' }, 0, 199_000],
  [10, { way: 'set', value: '1234,567' }, 2, undefined],
  [10, {}, 2, undefined],
  [10, { value: 'much' }, 2, undefined],
  [10, { value: '-5' }, 2, undefined],
  [10, { value: '5', multiple: '0' }, 2, undefined],
])('a price of %d by %j with %i decimals is %d', (price, rule, decimals, after) => {
  expect(priceBy({ ...NO_RULE, language: 'en', ...rule }, price, decimals)).toBe(after);
});
