import { rowsOf, type SumRow, sumsOf } from '../../src/console/orders/sums.js';

const total = (code: string, price: number) => ({ code, name: code, price, sort_order: 1 });
const shown = (rows: readonly SumRow[]) => rows.map(({ kind, name, amount }) => `${kind} ${name} ${amount}`);
const mugs = (...totals: ReturnType<typeof total>[]) => [{ quantity: 2, price: 10, totals }];

test('the rows of an order name the tax on top, and the tax that prices contain', () => {
  const beside = [total('shipping', 6), total('tax.7', 1), total('tax_included.7', -1)];
  expect(shown(rowsOf(sumsOf(mugs(total('tax.5', 4)), beside)))).toEqual([
    'goods  20',
    'amount tax.5 4',
    'amount shipping 6',
    'contained tax.7 1',
  ]);
});

test('a tax that lines have on top and shipping contains has a row for each part', () => {
  const beside = [total('tax.5', 1), total('tax_included.5', -1)];
  expect(shown(rowsOf(sumsOf(mugs(total('tax.5', 4)), beside)))).toEqual([
    'goods  20',
    'amount tax.5 4',
    'contained tax.5 1',
  ]);
});

test('the rows add up to a total that a channel has given, and to that of lines that are not typed yet', () => {
  expect(shown(rowsOf({ ...sumsOf(mugs(), []), total: 21.5 }))).toEqual(['goods  20', 'rest  1.5']);
  expect(shown(rowsOf(sumsOf(mugs(), [total('tax_included.5', -1)])))).toEqual([
    'goods  20',
    'amount tax_included.5 -1',
  ]);
  expect(shown(rowsOf(sumsOf([{ quantity: NaN, price: 10 }], [])))).toEqual(['goods  0']);
});
