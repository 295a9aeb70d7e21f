import { Big } from 'big.js';
import fc from 'fast-check';
import { sumDecimals } from '../allocate.js';
import type { TotalLine } from '../rules.js';
import { isTaxCode } from './tax-code.js';
import type { Taxation, TaxedCart, TaxRule } from './tax-rules.js';
import { applyTaxes } from './apply-taxes.js';
import { taxed, taxOf } from './taxes.fixture.js';

const currency = fc.constantFrom(
  { currency_value: 1, decimal_place: 2 },
  { currency_value: 151.23456789, decimal_place: 0 },
  { currency_value: 0.30712, decimal_place: 3 },
);
const rate = fc.integer({ min: 0, max: 3_000_000 }).map((value) => value / 10_000);
const taxes: fc.Arbitrary<TaxRule[]> = fc
  .array(fc.record({ rate, inclusive: fc.boolean(), type: fc.constantFrom('P', 'F'), sort_order: fc.nat(2) }), {
    maxLength: 5,
  })
  .map((rules) => rules.map((rule, i) => taxOf(rule.rate, { ...rule, tax_id: i + 1 })));
const tax_ids = fc.option(fc.subarray([1, 2, 3, 4, 5]), { nil: undefined });
const total = fc.record({
  price: fc.integer({ min: -5_000_000, max: 1_000_000 }).map((value) => value / 10_000),
  tax_ids,
});
const cart: fc.Arbitrary<TaxedCart> = fc
  .record({
    currency,
    rounding: fc.constantFrom('line', 'document'),
    products: fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 50 }),
        price: fc.integer({ min: -100, max: 10_000_000 }).map((value) => value / 10_000),
        tax_ids,
      }),
      { minLength: 1, maxLength: 8 },
    ),
    totals: fc.array(total, { maxLength: 3 }),
  })
  .map(({ currency: money, totals, ...rest }) => ({
    ...money,
    ...rest,
    totals: totals.map((each, i) => ({ ...each, code: `fee.${i}`, name: '', sort_order: i })),
  }));

const exactSum = (totals: readonly TotalLine[]) => sumDecimals(totals.map(({ price }) => new Big(price)));
const linesOf = ({ products, totals }: Taxation) => [...totals, ...products.flatMap((product) => product.totals)];
const taxLines = (answer: Taxation) => linesOf(answer).filter(({ code }) => isTaxCode(code));
const goodsOf = ({ products }: TaxedCart) =>
  sumDecimals(products.map(({ price, quantity }) => new Big(price).times(quantity)));

test('the parts add up to the total, and each tax is rounded and not below 0', () => {
  fc.assert(
    fc.property(cart, taxes, (given, rules) => {
      const answer = applyTaxes(given, rules);
      expect(
        goodsOf(given)
          .plus(exactSum(linesOf(answer)))
          .toNumber(),
      ).toBe(answer.total);
      for (const { code, price } of taxLines(answer)) {
        const isOff = code.startsWith('tax_included.');
        expect(isOff ? price <= 0 : price >= 0).toBe(true);
        const rule = rules.find(({ tax_id }) => tax_id === Number(code.split('.')[1]));
        // A contained tax that is as high as its price has the decimals of the price.
        if (!rule?.inclusive) expect(new Big(price).round(given.decimal_place).eq(price)).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test('taxes that prices contain leave the total as it is, and something of the price', () => {
  fc.assert(
    fc.property(cart, taxes, (given, rules) => {
      const answer = applyTaxes(
        given,
        rules.map((rule) => ({ ...rule, inclusive: true })),
      );
      expect(goodsOf(given).plus(exactSum(given.totals)).toNumber()).toBe(answer.total);
      const contained = taxLines(answer).filter(({ price }) => price > 0);
      const positive = [
        ...given.products.map(({ price, quantity }) => new Big(price).times(quantity)),
        ...given.totals.map(({ price }) => new Big(price)),
      ].filter((value) => value.gt(0));
      expect(exactSum(contained).lte(sumDecimals(positive))).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('a fixed tax that prices contain takes no more than the price of each line, however it is rounded', () => {
  const lines = fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 5 }),
      price: fc.integer({ min: -50, max: 500 }).map((cents) => cents / 100),
    }),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(lines, fc.nat(300), fc.constantFrom('line', 'document'), (products, cents, rounding) => {
      const answer = taxed(products, [taxOf(cents / 100, { type: 'F', inclusive: true })], { rounding });
      const parts = products.map(({ quantity, price }) => Math.max(0, quantity * Math.min(cents, price * 100)));
      const contained = exactSum(taxLines(answer).filter(({ price }) => price > 0));
      expect(contained.times(100).toNumber()).toBe(Math.round(parts.reduce((sum, part) => sum + part, 0)));
    }),
    { numRuns: 300 },
  );
});

test('a tax on a price and the same tax contained in the sum are equal', () => {
  const price = fc.integer({ min: 1, max: 1_000_000_000 }).map((value) => value / 10_000);
  const positive = fc.integer({ min: 1, max: 3_000_000 }).map((value) => value / 10_000);
  fc.assert(
    fc.property(price, positive, currency, fc.constantFrom('line', 'document'), (net, percent, money, rounding) => {
      const terms = { ...money, rounding };
      const added = taxed([{ quantity: 1, price: net }], [taxOf(percent)], terms);
      const contained = taxed([{ quantity: 1, price: added.total }], [taxOf(percent, { inclusive: true })], terms);
      expect(taxLines(contained)[0]?.price).toBe(taxLines(added)[0]?.price);
      expect(contained.total).toBe(added.total);
    }),
    { numRuns: 500 },
  );
});

test('a cart that was calculated before has the same taxes again', () => {
  fc.assert(
    fc.property(cart, taxes, (given, rules) => {
      const answer = applyTaxes(given, rules);
      const products = given.products.map((product, i) => ({ ...product, ...answer.products[i] }));
      const totals = [...given.totals, ...answer.totals.filter(({ code }) => isTaxCode(code))];
      expect(applyTaxes({ ...given, products, totals }, rules)).toEqual(answer);
    }),
    { numRuns: 200 },
  );
});

test('a document’s tax does not depend on how its goods are split into lines', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(parts, rate, fc.boolean(), currency, (cents, percent, inclusive, money) => {
      const terms = { ...money, rounding: 'document' as const };
      const lines = cents.map((value) => ({ quantity: 1, price: value / 100 }));
      const whole = cents.reduce((sum, value) => sum + value, 0) / 100;
      const rules = [taxOf(percent, { inclusive })];
      const [split, one] = [taxed(lines, rules, terms), taxed([{ quantity: 1, price: whole }], rules, terms)];
      expect(split.totals).toEqual(one.totals);
      expect(split.total).toBe(one.total);
    }),
    { numRuns: 300 },
  );
});
