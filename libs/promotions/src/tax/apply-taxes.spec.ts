import { applyPromotions } from '../apply-promotions.js';
import { cartOf, lineOf, NOON, promotionOf, shippingOf } from '../promotions.fixture.js';
import { isTaxCode } from './tax-code.js';
import type { Taxation, TaxedCart, TaxedLine, TaxRule } from './tax-rules.js';
import { taxed, taxOf } from './taxes.fixture.js';

const prices = ({ products, totals }: Taxation) => [
  ...products.map((product) => product.totals.map(({ price }) => price)),
  totals.map(({ price }) => price),
];
const document = { rounding: 'document' } as const;

describe('the taxes of a cart', () => {
  type Example = [
    sentence: string,
    products: TaxedLine[],
    taxes: TaxRule[],
    others: Partial<TaxedCart>,
    prices: number[][],
    total: number,
  ];
  const eco = taxOf(0.3, { tax_id: 2, type: 'F', sort_order: 1 });
  const contained = { inclusive: true };
  const yen = { decimal_place: 0, currency_value: 150 };
  const three = [lineOf(1.07), lineOf(1.07), lineOf(1.07)];
  const jar = lineOf(119);
  it.each<Example>([
    ['a percentage on each line', [lineOf(10, 2), lineOf(3.33)], [taxOf(19)], {}, [[3.8], [0.63], []], 27.76],
    ['half a cent goes up on each line', three, [taxOf(50)], {}, [[0.54], [0.54], [0.54], []], 4.83],
    ['the document is rounded once', three, [taxOf(50)], document, [[], [], [], [1.61]], 4.82],
    [
      'sixths of a cent add up to half a cent, which goes up',
      [lineOf(0.01), lineOf(0.01), lineOf(0.01)],
      [taxOf(20, contained)],
      document,
      [[], [], [], [0.01, -0.01]],
      0.03,
    ],
    ['a contained percentage', [jar], [taxOf(19, contained)], {}, [[19, -19], []], 119],
    ['a contained percentage of the document', [jar], [taxOf(19, contained)], document, [[], [19, -19]], 119],
    ['a fixed amount for each unit', [lineOf(10, 3)], [eco], {}, [[0.9], []], 30.9],
    ['a fixed amount in the cart’s currency', [lineOf(10, 3)], [eco], yen, [[135], []], 165],
    [
      'a percentage beside a fixed amount is of the price alone',
      [lineOf(10)],
      [taxOf(10), eco],
      {},
      [[1, 0.3], []],
      11.3,
    ],
    [
      'fixed and percentage contained',
      [lineOf(11.3)],
      [taxOf(10, contained), { ...eco, ...contained }],
      {},
      [[1, -1, 0.3, -0.3], []],
      11.3,
    ],
    [
      'one contained and one on top have one base',
      [jar],
      [taxOf(19, contained), taxOf(10, { tax_id: 2 })],
      {},
      [[19, -19, 10], []],
      129,
    ],
    [
      'contained taxes take no more than the price',
      [lineOf(0.5)],
      [taxOf(2, { ...contained, type: 'F' })],
      {},
      [[0.5, -0.5], []],
      0.5,
    ],
    [
      'contained taxes take no more than each price of a document',
      [lineOf(0.5), lineOf(10)],
      [taxOf(2, { ...contained, type: 'F' })],
      document,
      [[], [], [2.5, -2.5]],
      10.5,
    ],
    [
      'contained amounts share a price that is lower than their sum',
      [lineOf(0.6), lineOf(10)],
      [taxOf(2, { ...contained, type: 'F' }), taxOf(1, { ...contained, type: 'F', tax_id: 2 })],
      document,
      [[], [], [2.4, -2.4, 1.2, -1.2]],
      10.6,
    ],
    [
      'discounts lower the base',
      [{ ...lineOf(12, 2), discount: 1, discount_total: 2 }],
      [taxOf(10)],
      {},
      [[2], []],
      22,
    ],
    [
      'a free line bears no tax',
      [lineOf(0), lineOf(-5), lineOf(10)],
      [taxOf(10), eco],
      {},
      [[], [], [1, 0.3], []],
      6.3,
    ],
    ['a rate of 0 is shown', [lineOf(10)], [taxOf(0)], {}, [[0], []], 10],
    ['yen have no decimals', [lineOf(101)], [taxOf(10)], { decimal_place: 0 }, [[10], []], 111],
    ['Kuwaiti dinars have three', [lineOf(1.115)], [taxOf(5)], { decimal_place: 3 }, [[0.056], []], 1.171],
    ['disabled taxes do not count', [lineOf(10)], [taxOf(10, { status: false })], {}, [[], []], 10],
    ['the cart names its taxes', [lineOf(10)], [taxOf(10), eco], { tax_ids: [2] }, [[0.3], []], 10.3],
    [
      'a line names its own',
      [
        { ...lineOf(10), tax_ids: [2] },
        { ...lineOf(5), tax_ids: [] },
      ],
      [taxOf(10), eco],
      {},
      [[0.3], [], []],
      15.3,
    ],
  ])('%s', (_, products, taxes, others, expected, total) => {
    const answer = taxed(products, taxes, others);
    expect(prices(answer)).toEqual(expected);
    expect(answer.total).toBe(total);
  });
});

test('totals lines of the order are taxed with the goods that share them', () => {
  const totals = [shippingOf(6), { code: 'promotion.1', name: 'Off', price: -16, sort_order: 2 }];
  const goods = [lineOf(75), { ...lineOf(25), tax_ids: [] }];
  const answer = taxed(goods, [taxOf(10)], { totals });
  // 75.00 bears three quarters of the 10.00 that the order takes off.
  expect(prices(answer)).toEqual([[6.75], [], [6, -16]]);
  expect(answer.total).toBe(96.75);
});

test('shipping of goods that are free is taxed as they would be', () => {
  const everything = { code: 'promotion.1', name: 'All off', price: -20, sort_order: 2 };
  expect(prices(taxed([lineOf(20)], [taxOf(10)], { totals: [shippingOf(5), everything] }))[0]).toEqual([0.5]);
  expect(prices(taxed([lineOf(0), lineOf(0)], [taxOf(10)], { totals: [shippingOf(5)] })).flat()).toEqual([
    0.25, 0.25, 5,
  ]);
});

test('a totals line with taxes of its own does not raise those of the goods', () => {
  const reduced = taxOf(7, { tax_id: 2 });
  const totals = [
    { ...shippingOf(10), tax_ids: [2] },
    { code: 'tip', name: 'Tip', price: 3, sort_order: 2, tax_ids: [] },
  ];
  expect(prices(taxed([lineOf(100)], [taxOf(20)], { totals }))).toEqual([[20], [10, 3]]);
  expect(prices(taxed([lineOf(100)], [taxOf(20), reduced], { totals, tax_ids: [1] }))).toEqual([[20], [10, 3, 0.7]]);
  const off = { code: 'promotion.1', name: 'Free shipping', price: -10, sort_order: 2, tax_ids: [2] };
  expect(prices(taxed([lineOf(100)], [reduced], { totals: [...totals, off] }))).toEqual([[7], [10, 3, -10]]);
});

test('names its lines by the id and the code of the tax, and replaces them when a cart comes again', () => {
  const vat = taxOf(20, { tax_id: 7, code: 'VAT', name: 'VAT 20 %', inclusive: true, sort_order: 4 });
  const once = taxed([lineOf(120)], [vat]);
  expect(once.products[0]?.totals).toEqual([
    { code: 'tax.7.VAT', name: 'VAT 20 %', price: 20, sort_order: 4 },
    { code: 'tax_included.7.VAT', name: 'VAT 20 %', price: -20, sort_order: 4 },
  ]);
  const { products, totals } = once;
  expect(taxed([{ ...lineOf(120), ...products[0] }], [vat], { totals })).toEqual(once);
  expect(['tax.7', 'tax_included.7.VAT', 'tax', 'taxi.7', 'tax.x', 'promotion.7'].map(isTaxCode)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('works on the result of the promotions', () => {
  const cart = cartOf([lineOf(50), lineOf(50)], { totals: [shippingOf(10)] });
  const promotions = [
    promotionOf('percent', { percent: 10 }),
    promotionOf('fixed', { amount: 30 }, { total_promotion: true }),
    promotionOf('shipping', { percent: 100 }),
  ];
  const evaluation = applyPromotions(cart, { promotions, categories: [], zone: 'UTC' }, NOON);
  const products = cart.products.map((product, i) => ({ ...product, ...evaluation.products[i] }));
  const answer = taxed(products, [taxOf(10)], { totals: [...cart.totals, ...evaluation.totals] });
  expect(evaluation.total).toBe(60);
  expect(answer.total).toBe(66);
  expect(answer.products.map(({ totals }) => totals.map(({ price }) => price))).toEqual([
    [-5, 3],
    [-5, 3],
  ]);
});
