import { Big } from 'big.js';
import fc from 'fast-check';
import { allocate, sumDecimals } from './allocate.js';
import { cartOf, evaluate, promotionOf, shippingOf } from './promotions.fixture.js';
import type { Cart, CartLine, PromotionConfiguration, PromotionRule, PromotionType } from './rules.js';

const cents = fc.integer({ min: 0, max: 1_000_000 }).map((value) => value / 100);
const line: fc.Arbitrary<CartLine> = fc.record({
  item_id: fc.integer({ min: 1, max: 4 }),
  quantity: fc.integer({ min: 1, max: 50 }),
  price: fc.integer({ min: -100, max: 10_000_000 }).map((value) => value / 10_000),
  discount: fc.integer({ min: 0, max: 100 }).map((value) => value / 100),
  discount_total: fc.integer({ min: 0, max: 100 }).map((value) => value / 100),
});
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const configuration: fc.Arbitrary<PromotionConfiguration> = fc.record({
  percent: some(fc.constantFrom(0, 1, 12.5, 33.3333, 100)),
  amount: some(cents),
  price: some(cents),
  buy_quantity: some(fc.integer({ min: 1, max: 4 })),
  get_quantity: some(fc.integer({ min: 1, max: 4 })),
  get_categories: some(fc.constantFrom([7], [8], [7, 8])),
  repeat: some(fc.boolean()),
  maximum_quantity: some(fc.integer({ min: 1, max: 30 })),
  maximum_discount: some(cents),
  exclusive: some(fc.boolean()),
});
const promotion: fc.Arbitrary<PromotionRule> = fc
  .record({
    type: fc.constantFrom<PromotionType>('percent', 'fixed', 'price', 'buy_get', 'shipping'),
    configuration,
    per: fc.constantFrom('line', 'unit'),
    isTotal: fc.boolean(),
    sort_order: fc.integer({ min: -3, max: 3 }),
    categories: fc.constantFrom([], [7], [8]),
  })
  .map(({ type, per, isTotal, ...rest }) => {
    const total_promotion = type === 'shipping' || (isTotal && (type === 'percent' || type === 'fixed'));
    const config = { ...rest.configuration, per: total_promotion ? ('order' as const) : per };
    return promotionOf(type, config, { total_promotion, sort_order: rest.sort_order, categories: rest.categories });
  });
const cart: fc.Arbitrary<Cart> = fc
  .record({
    products: fc.array(line, { minLength: 1, maxLength: 8 }),
    currency: fc.constantFrom(
      { currency_value: 1, decimal_place: 2 },
      { currency_value: 151.23456789, decimal_place: 0 },
      { currency_value: 0.30712, decimal_place: 3 },
    ),
    shipping: cents,
  })
  .map(({ products, currency, shipping }) => cartOf(products, { ...currency, totals: [shippingOf(shipping)] }));
const rules = {
  categories: [
    { promotion_category_id: 7, items: [{ item_id: 1 }, { item_id: 2 }] },
    { promotion_category_id: 8, items: [{ item_id: 2 }, { item_id: 3 }] },
  ],
};

const lineValue = ({ price, discount = 0, discount_total = 0, quantity }: CartLine) =>
  new Big(price).minus(discount).times(quantity).minus(discount_total);
const exactSum = (amounts: readonly number[]) => sumDecimals(amounts.map((amount) => new Big(amount)));

test('the parts add up to the whole, and no line falls below 0', () => {
  fc.assert(
    fc.property(cart, fc.array(promotion, { maxLength: 6 }), (given, promotions) => {
      const { applied, products, totals, total } = evaluate(given, promotions, rules);
      for (const { amount, allocations, promotion_id } of applied) {
        const isOnShipping = promotions.find((each) => each.promotion_id === promotion_id)?.type === 'shipping';
        expect(isOnShipping || exactSum(allocations.map((part) => part.amount)).eq(amount)).toBe(true);
        expect(amount).toBeGreaterThan(0);
      }
      given.products.forEach((product, index) => {
        const parts = applied.flatMap(({ allocations }) => allocations.filter((part) => part.index === index));
        const left = lineValue(product).minus(exactSum(parts.map(({ amount }) => amount)));
        expect(left.gte(0) || !parts.length).toBe(true);
      });
      const posted = [...totals, ...products.flatMap((product) => product.totals), ...given.totals];
      const goods = sumDecimals(given.products.map(lineValue));
      expect(goods.plus(exactSum(posted.map(({ price }) => price))).toNumber()).toBe(total);
      expect(
        exactSum(applied.map(({ amount }) => amount))
          .plus(total)
          .eq(goods.plus(exactSum(given.totals.map(({ price }) => price)))),
      ).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('a discount that takes less than all has no more decimals than the currency', () => {
  fc.assert(
    fc.property(cart, promotion, (given, only) => {
      // The maximum of line promotions is shared by lines, of which some are worth parts of a cent.
      fc.pre(only.total_promotion || !only.configuration.maximum_discount);
      const isBooked = (amount: number) => new Big(amount).round(given.decimal_place).eq(amount);
      for (const { amount, allocations } of evaluate(given, [only], rules).applied) {
        const isAll = (part: (typeof allocations)[number]) => lineValue(given.products[part.index]!).eq(part.amount);
        expect(
          only.total_promotion
            ? isBooked(amount) || allocations.every(isAll)
            : allocations.every((part) => isBooked(part.amount) || isAll(part)),
        ).toBe(true);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('100 % off is exactly 0', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      promotion,
      fc.boolean(),
      (products, first, total_promotion) => {
        const all = promotionOf('percent', { percent: 100 }, { total_promotion, sort_order: 9 });
        const before = { ...first, total_promotion: false, type: 'percent' as const, configuration: { percent: 7 } };
        const goods = products.filter((product) => lineValue(product).gte(0));
        expect(evaluate(cartOf(goods), [before, all], rules).total).toBe(0);
      },
    ),
  );
});

test('the order of the lines does not matter but for ties', () => {
  const isTie = (products: readonly CartLine[]) =>
    [
      products.map((each) => Number(lineValue(each).div(each.quantity))),
      products.map((each) => Number(lineValue(each))),
    ].some((values) => new Set(values).size < values.length);
  /**
   * Tells whether lines have the same claim to the units that are left when each has its whole units of a total
   * promotion.
   */
  const isTieOfRemainders = ({ products, decimal_place }: Cart, only: PromotionRule, amount: number) => {
    const items = rules.categories.filter((each) => only.categories.includes(each.promotion_category_id));
    const isEligible = ({ item_id }: CartLine) =>
      !only.categories.length || items.some((each) => each.items.some((item) => item.item_id === item_id));
    const weights = products
      .filter(isEligible)
      .map(lineValue)
      .filter((value) => value.gt(0));
    const divisor = sumDecimals(weights).div(10 ** decimal_place);
    const remainders = weights.map((weight) => weight.times(amount).mod(divisor).toFixed());
    return new Set(remainders).size < remainders.length;
  };
  fc.assert(
    fc.property(cart, promotion, (given, only) => {
      // Discounts that rounding made equal are a tie for the maximum.
      fc.pre(!isTie(given.products) && !only.configuration.maximum_discount);
      const turned = { ...given, products: [...given.products].reverse() };
      const [one, other] = [evaluate(given, [only], rules), evaluate(turned, [only], rules)];
      const amount = one.applied[0]?.amount ?? 0;
      const isSplit = only.total_promotion && only.type !== 'shipping' && amount > 0;
      // A part of a line's units has its own weight.
      fc.pre(!isSplit || !(only.configuration.maximum_quantity || isTieOfRemainders(given, only, amount)));
      expect(other.total).toBe(one.total);
      expect([...other.products].reverse()).toEqual(one.products);
      const last = given.products.length - 1;
      const places = ({ applied }: typeof one, placeOf: (index: number) => number) =>
        applied.flatMap(({ allocations }) => allocations.map(({ index, amount }) => [placeOf(index), amount])).sort();
      expect(places(other, (index) => last - index)).toEqual(places(one, (index) => index));
    }),
    { numRuns: 300 },
  );
});

test('an allocation adds up to its whole in any currency', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(
      weights,
      fc.integer({ min: 0, max: 100_000_000 }),
      fc.integer({ min: 0, max: 4 }),
      (given, whole, decimals) => {
        const exact = given.map((weight) => new Big(weight).div(10_000));
        const amount = new Big(whole).div(10_000);
        const parts = allocate(amount, exact, { decimals });
        expect(sumDecimals(parts).eq(given.some(Boolean) ? amount : 0)).toBe(true);
        expect(parts.every((part) => part.gte(0))).toBe(true);
      },
    ),
  );
});
