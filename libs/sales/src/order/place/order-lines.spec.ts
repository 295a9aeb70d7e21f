import type { Fault, ItemSnapshot, OrderProductAdd } from '@stockbook/contracts';
import { product } from '../../counter.fixture.js';
import { placeLines } from './order-lines.js';
import { sumLineCosts, weightOf } from '../record/order-sums.js';

const item = (item_id: number, model: string, sku: string): ItemSnapshot => ({
  item_id,
  name: `Item ${item_id}`,
  model,
  sku,
  image: `${item_id}.png`,
  weight: item_id / 10,
  average_cost: `${item_id}.5`,
});
const items = [item(1, 'A', 'X'), item(2, 'B', 'A'), item(3, '', 'Y')];

function linesOf(...products: Partial<OrderProductAdd>[]) {
  const faults: Fault[] = [];
  const lines = placeLines(products.map(product), items, faults);
  expect(faults).toEqual([]);
  return lines;
}

describe('the item of a line', () => {
  it.each<[string, Partial<OrderProductAdd>, number]>([
    ['by id', { item_id: 2, model: 'A' }, 2],
    ['by model', { model: 'A', sku: 'Y' }, 1],
    ['by sku', { sku: 'A' }, 2],
    ['by sku when no model is the same', { model: 'Z', sku: 'Y' }, 3],
    ['none when nothing is the same', { model: 'a', sku: 'Z' }, 0],
    ['none when nothing is given', {}, 0],
  ])('is found %s', (_, given, item_id) => {
    expect(linesOf(given)).toMatchObject([{ item_id }]);
  });

  it('is refused when its sku fits several, unless the model decides', () => {
    const faults: Fault[] = [];
    const products = [product({ sku: 'Z' }), product({ model: 'A', sku: 'Z' })];
    const lines = placeLines(products, [...items, item(4, '', 'Z'), item(5, '', 'Z')], faults);
    expect(lines[1]).toMatchObject({ item_id: 1 });
    expect(faults).toEqual([
      {
        code: 'invalid',
        field: 'products[0].sku',
        message: 'products[0].sku Z fits several items: 4, 5. Name one by its item_id.',
      },
    ]);
  });

  it('gives the texts that the line does not have', () => {
    expect(linesOf({ item_id: 1, name: '' }, { item_id: 1, name: 'Own', model: 'M', sku: 'S' })).toMatchObject([
      { name: 'Item 1', model: 'A', sku: 'X', thumb: '1.png' },
      { name: 'Own', model: 'M', sku: 'S', thumb: '1.png' },
    ]);
  });
});

describe('the total of a line', () => {
  const totals = [
    { name: 'Tax', code: 'tax', price: 0.3, sort_order: 1 },
    { name: 'Bag', code: 'bag', price: 0.1, sort_order: 2 },
  ];
  it.each<[number, Partial<OrderProductAdd>]>([
    [10, {}],
    [0.3, { quantity: 3, price: 0.1 }],
    [27, { quantity: 3, discount: 1 }],
    [25.5, { quantity: 3, discount: 1, discount_total: 1.5 }],
    [25.9, { quantity: 3, discount: 1, discount_total: 1.5, totals }],
    [-2, { quantity: 2, price: 1, discount: 2 }],
    [0.0003, { quantity: 3, price: 0.0001 }],
    [99999999999, { quantity: 1, price: 99999999999 }],
  ])('is %d', (total, given) => {
    expect(linesOf(given)).toMatchObject([{ total }]);
  });
});

test('weight and cost add up over all pieces, exactly', () => {
  const lines = linesOf({ item_id: 1, quantity: 3, cost: 0.1 }, { item_id: 2, quantity: 2 }, { cost: 0.2 });
  expect(weightOf(lines)).toBe(0.7);
  expect(lines.map(({ cost }) => cost)).toEqual([0.1, 2.5, 0.2]);
  expect(sumLineCosts(lines)).toBe(5.5);
  expect(sumLineCosts(lines.map((line) => ({ ...line, cost_taken: 0.3 })))).toBe(1.8);
  expect(sumLineCosts(linesOf({}))).toBe(0);
});
