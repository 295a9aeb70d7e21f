import type { Fault, OrderProductEdit } from '@stockbook/contracts';
import { product } from '../../counter.fixture.js';
import { matchLines } from './order-line-matching.js';
import { placeLines } from '../place/order-lines.js';
import type { LineRecord } from '../record/order-records.js';

/** Returns stored lines of these items, with the ids 11, 12, ... */
const stored = (...items: number[]): LineRecord[] =>
  placeLines(
    items.map((item_id) => product({ item_id })),
    undefined,
    [],
  ).map((line, i) => ({
    ...line,
    account_id: 1,
    order_id: 7,
    order_product_id: 11 + i,
    thumb: 'old.png',
    weight: 0.5,
    taken: 1,
    short: 2,
    stock_sequence: 4,
    date_deleted: null,
  }));

function match(old: LineRecord[], ...products: Partial<OrderProductEdit>[]) {
  const faults: Fault[] = [];
  const given = products.map((each) => ({ ...product(each), order_product_id: each.order_product_id }));
  const lines = matchLines(placeLines(given, undefined, []), given, old, faults);
  return { ids: lines.map(({ order_product_id }) => order_product_id), lines, faults };
}

describe('lines of an edit are matched', () => {
  it.each<[string, number[], Partial<OrderProductEdit>[], number[]]>([
    ['in their places', [1, 2], [{ item_id: 1 }, { item_id: 2 }], [11, 12]],
    ['wherever they are now', [1, 2, 3], [{ item_id: 3 }, { item_id: 1 }], [13, 11]],
    ['in their places first', [1, 1], [{ item_id: 9 }, { item_id: 1 }, { item_id: 1 }], [0, 12, 11]],
    ['each once', [1], [{ item_id: 1 }, { item_id: 1 }], [11, 0]],
    ['by id', [1, 1], [{ item_id: 1, order_product_id: 12 }, { item_id: 1 }], [12, 11]],
    ['by id before the place', [1, 1], [{ item_id: 1 }, { item_id: 1, order_product_id: 11 }], [12, 11]],
    ['not by the id of another item', [1, 2], [{ item_id: 2, order_product_id: 11 }], [0]],
    ['as free text by their name', [0, 0], [{ name: 'Other' }, { name: 'Gift wrap' }], [0, 12]],
  ])('%s', (_, items, products, ids) => {
    expect(match(stored(...items), ...products)).toMatchObject({ ids, faults: [] });
  });

  it('and keep the image, weight and cost of the time of the order, and the stock taken', () => {
    const [old] = stored(1);
    const known = { ...old!, cost: 2, cost_taken: 1.5 };
    expect(match([known], { item_id: 1, quantity: 5, price: 8 }).lines).toMatchObject([
      {
        quantity: 5,
        price: 8,
        thumb: 'old.png',
        weight: 0.5,
        taken: 1,
        short: 2,
        stock_sequence: 4,
        cost: 2,
        cost_taken: 1.5,
      },
    ]);
    expect(match([known], { item_id: 1, cost: 3 }).lines).toMatchObject([{ cost: 3, cost_taken: 1.5 }]);
    expect(match([known], { item_id: 2 }).lines).toMatchObject([
      { taken: 0, short: 0, stock_sequence: 0, cost_taken: null },
    ]);
  });

  it('to lines of the order alone, each named once', () => {
    const { faults } = match(
      stored(1),
      { item_id: 1, order_product_id: 11 },
      { item_id: 1, order_product_id: 11 },
      { item_id: 1, order_product_id: 99 },
    );
    expect(faults.map(({ message }) => message)).toEqual([
      'products[1].order_product_id must be unique; 11 is there already.',
      'There is no order product 99.',
    ]);
  });
});
