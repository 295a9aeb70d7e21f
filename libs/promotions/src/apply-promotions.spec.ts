import { cartOf, evaluate, lineOf, NOON, promotionOf, shippingOf } from './promotions.fixture.js';
import type { Cart, CartLine, PromotionConfiguration, PromotionRule, RejectCode } from './rules.js';

const TOTAL = { total_promotion: true };
const mugs = { promotion_category_id: 7, items: [{ item_id: 1 }] };
const plates = { promotion_category_id: 8, items: [{ item_id: 2 }] };

describe('each type', () => {
  type Example = [
    sentence: string,
    type: PromotionRule['type'],
    configuration: PromotionConfiguration,
    others: Partial<PromotionRule>,
    products: CartLine[],
    parts: number[],
  ];
  it.each<Example>([
    ['percent off each line', 'percent', { percent: 10 }, {}, [lineOf(10, 2), lineOf(3.33)], [2, 0.33]],
    ['percent, half a cent goes up', 'percent', { percent: 50 }, {}, [lineOf(0.33)], [0.17]],
    ['percent above 100 takes all', 'percent', { percent: 100 }, {}, [lineOf(1.2345)], [1.2345]],
    ['percent of the total', 'percent', { percent: 10 }, TOTAL, [lineOf(10), lineOf(20)], [1, 2]],
    ['fixed off each line', 'fixed', { amount: 5, per: 'line' }, {}, [lineOf(10, 2), lineOf(3)], [5, 3]],
    ['fixed off each unit', 'fixed', { amount: 2, per: 'unit' }, {}, [lineOf(10, 3), lineOf(1, 2)], [6, 2]],
    [
      'fixed off the order',
      'fixed',
      { amount: 10, per: 'order' },
      TOTAL,
      [lineOf(3.33), lineOf(3.33), lineOf(3.34)],
      [3.33, 3.33, 3.34],
    ],
    [
      '10.00 over three lines of 3.33 takes all',
      'fixed',
      { amount: 10 },
      TOTAL,
      [lineOf(3.33), lineOf(3.33), lineOf(3.33)],
      [3.33, 3.33, 3.33],
    ],
    [
      '10.00 over three lines of 33.30',
      'fixed',
      { amount: 10 },
      TOTAL,
      [lineOf(33.3), lineOf(33.3), lineOf(33.3)],
      [3.34, 3.33, 3.33],
    ],
    [
      'one unit whose worth is no whole cent',
      'percent',
      { percent: 100, maximum_quantity: 1 },
      TOTAL,
      [{ ...lineOf(10, 3), discount_total: 0.01 }],
      [10],
    ],
    ['a lower price', 'price', { price: 9.9 }, {}, [lineOf(12, 2)], [4.2]],
    ['never a higher price', 'price', { price: 9.9 }, {}, [lineOf(12), lineOf(5)], [2.1]],
    [
      'two and the third free',
      'buy_get',
      { buy_quantity: 2, get_quantity: 1 },
      {},
      [lineOf(9), lineOf(5), lineOf(7)],
      [0, 5],
    ],
    ['only once', 'buy_get', { buy_quantity: 1, get_quantity: 1, repeat: false }, {}, [lineOf(4, 4)], [4]],
    ['each second at half the price', 'buy_get', { percent: 50 }, {}, [lineOf(4, 5)], [4]],
    ['too few for a group', 'buy_get', { buy_quantity: 2, get_quantity: 1 }, {}, [lineOf(9, 2)], []],
    [
      'mugs bought, a plate got',
      'buy_get',
      { get_categories: [8] },
      { categories: [7] },
      [lineOf(9, 3), lineOf(5, 2, 2)],
      [0, 10],
    ],
    [
      'only the units that maximum_quantity allows',
      'percent',
      { percent: 10, maximum_quantity: 3 },
      {},
      [lineOf(10, 2), lineOf(5, 2)],
      [1, 1],
    ],
    [
      'at most maximum_discount',
      'percent',
      { percent: 50, maximum_discount: 10 },
      {},
      [lineOf(10), lineOf(30)],
      [2.5, 7.5],
    ],
    [
      'only items of its categories',
      'percent',
      { percent: 10 },
      { categories: [7] },
      [lineOf(10), lineOf(10, 1, 2)],
      [1],
    ],
  ])('%s', (_, type, configuration, others, products, parts) => {
    const promotion = promotionOf(type, configuration, others);
    const { applied } = evaluate(cartOf(products), [promotion], { categories: [mugs, plates] });
    const amounts = products.map(
      (__, index) => applied[0]?.allocations.find((each) => each.index === index)?.amount ?? 0,
    );
    expect(amounts).toEqual(products.map((__, index) => parts[index] ?? 0));
  });

  it('shipping takes from the shipping alone, and no more than is left of it', () => {
    const half = promotionOf('shipping', { percent: 50 });
    const rest = promotionOf('shipping', {});
    const cart = cartOf([lineOf(10)], { totals: [shippingOf(7.5), { ...shippingOf(2), code: 'gift' }] });
    const { applied, totals, total } = evaluate(cart, [half, rest]);
    expect(applied.map(({ amount, allocations }) => [amount, allocations])).toEqual([
      [3.75, []],
      [3.75, []],
    ]);
    expect(totals.map(({ price }) => price)).toEqual([-3.75, -3.75]);
    expect(total).toBe(12);
  });
});

describe('each reject code', () => {
  const ten = { percent: 10, coupons: ['SUMMER10'] };
  type Example = [
    code: RejectCode,
    configuration: PromotionConfiguration,
    others: Partial<PromotionRule>,
    cart: Partial<Cart>,
  ];
  it.each<Example>([
    ['not_found', { percent: 10, coupons: ['OTHER'] }, {}, {}],
    ['disabled', ten, { status: false }, {}],
    ['not_started', ten, { date_start: '2026-03-04' }, {}],
    ['ended', ten, { date_end: '2026-03-02' }, {}],
    ['outside_hours', { ...ten, weekdays: [1, 3] }, {}, {}],
    ['outside_hours', { ...ten, hours: ['12:01', '13:00'] }, {}, {}],
    ['outside_hours', { ...ten, hours: ['10:00', '12:00'] }, {}, {}],
    ['outside_hours', { ...ten, hours: ['22:00', '11:00'] }, {}, {}],
    ['wrong_channel', { ...ten, channel_ids: [2] }, {}, {}],
    ['customer_required', { ...ten, customer_limit: 1 }, {}, {}],
    ['customer_required', { ...ten, customer_group_ids: [4] }, {}, { customer_id: 9, customer_group_id: 3 }],
    ['limit_reached', ten, { total_limit: 5, total_used: 3, total_held: 2 }, {}],
    ['customer_limit_reached', { ...ten, customer_limit: 1 }, {}, { customer_id: 9 }],
    ['below_minimum', ten, { total: 10.01 }, {}],
    ['below_minimum', { ...ten, minimum_quantity: 2 }, {}, {}],
    ['no_eligible_items', ten, { categories: [8] }, {}],
    ['no_eligible_items', { ...ten, percent: 0 }, {}, {}],
  ])('%s', (code, configuration, others, cart) => {
    const promotion = promotionOf('percent', configuration, others);
    const rules = { categories: [plates], customer_uses: new Map([[promotion.promotion_id, 1]]) };
    const { applied, rejected } = evaluate(
      cartOf([lineOf(10)], { coupons: ['summer 10'], ...cart }),
      [promotion],
      rules,
    );
    expect(applied).toEqual([]);
    expect(rejected).toMatchObject([{ code, coupon: 'SUMMER10' }]);
  });

  it('the dates include their days in the zone of the account', () => {
    const today = promotionOf('percent', { percent: 10 }, { date_start: '2026-03-04', date_end: '2026-03-04' });
    const evening = new Date('2026-03-03T17:30:00Z');
    const totalIn = (zone: string) => evaluate(cartOf([lineOf(10)]), [today], { zone }, evening).total;
    expect([totalIn('Asia/Ho_Chi_Minh'), totalIn('UTC')]).toEqual([9, 10]);
  });

  it('an automatic promotion is rejected in words only when the cart asks for an explanation', () => {
    const automatic = promotionOf('percent', { percent: 10 }, { status: false });
    expect(evaluate(cartOf([lineOf(10)]), [automatic]).rejected).toEqual([]);
    expect(evaluate(cartOf([lineOf(10)], { explain: true }), [automatic]).rejected).toMatchObject([
      { code: 'disabled' },
    ]);
  });

  it('a promotion that the order has already is not judged by its limit again', () => {
    const full = promotionOf('percent', { percent: 10, customer_limit: 1 }, { total_limit: 1, total_used: 1 });
    const rules = { customer_uses: new Map([[full.promotion_id, 1]]) };
    const cart = cartOf([lineOf(10)], { customer_id: 9 });
    expect(evaluate(cart, [full], rules).total).toBe(10);
    expect(evaluate({ ...cart, granted: [full.promotion_id] }, [full], rules).total).toBe(9);
  });
});

describe('several promotions', () => {
  const coupon = (text: string) => ({ percent: 10, coupons: [text] });

  it('what one made free, buy_get counts as bought and never as got', () => {
    const gift = promotionOf('percent', { percent: 100 }, { categories: [8] });
    const third = promotionOf('buy_get', { buy_quantity: 2, get_quantity: 1 }, { sort_order: 1 });
    const cart = cartOf([lineOf(9), lineOf(5, 1, 2), lineOf(7)]);
    const { applied } = evaluate(cart, [gift, third], { categories: [plates] });
    expect(applied.map(({ allocations }) => allocations)).toEqual([
      [{ index: 1, amount: 5 }],
      [{ index: 2, amount: 7 }],
    ]);
  });

  it('line promotions come before total promotions, then sort_order decides, then the id', () => {
    const total = promotionOf('percent', { percent: 10 }, { ...TOTAL, sort_order: -1 });
    const late = promotionOf('percent', { percent: 10 }, { sort_order: 2 });
    const second = promotionOf('percent', { percent: 10 });
    const first = promotionOf('fixed', { amount: 1 }, { promotion_id: second.promotion_id - 1, sort_order: 0 });
    const { applied, total: paid } = evaluate(cartOf([lineOf(101)]), [late, total, second, first]);
    expect(applied.map(({ promotion_id }) => promotion_id)).toEqual(
      [first, second, late, total].map((each) => each.promotion_id),
    );
    expect(applied.map(({ amount }) => amount)).toEqual([1, 10, 9, 8.1]);
    expect(paid).toBe(72.9);
  });

  it('an exclusive promotion applies alone: the first in order wins, not the best', () => {
    const small = promotionOf('percent', { percent: 1, exclusive: true });
    const great = promotionOf('percent', { ...coupon('GREAT'), percent: 90 });
    const { applied, rejected } = evaluate(cartOf([lineOf(10)], { coupons: ['GREAT'] }), [great, small]);
    expect(applied.map(({ promotion_id }) => promotion_id)).toEqual([small.promotion_id]);
    expect(rejected).toMatchObject([{ promotion_id: great.promotion_id, code: 'not_combinable', coupon: 'GREAT' }]);
  });

  it('an exclusive promotion does not apply behind another one', () => {
    const first = promotionOf('percent', { percent: 1 });
    const exclusive = promotionOf('percent', { ...coupon('GREAT'), exclusive: true }, { sort_order: 1 });
    const { applied, rejected } = evaluate(cartOf([lineOf(10)], { coupons: ['GREAT'] }), [exclusive, first]);
    expect(applied.map(({ promotion_id }) => promotion_id)).toEqual([first.promotion_id]);
    expect(rejected).toMatchObject([{ code: 'not_combinable' }]);
  });

  it('two coupons of one promotion apply it once', () => {
    const promotion = promotionOf('percent', { percent: 10, coupons: ['ONE', 'TWO'] });
    const { applied, rejected, products } = evaluate(cartOf([lineOf(10)], { coupons: ['one', 'TWO', 'one'] }), [
      promotion,
    ]);
    expect(applied).toMatchObject([{ coupon: 'ONE', amount: 1 }]);
    expect(rejected).toMatchObject([{ coupon: 'TWO', code: 'not_combinable' }]);
    expect(products[0]?.totals).toMatchObject([{ code: `promotion.${promotion.promotion_id}.ONE`, price: -1 }]);
  });
});

describe('a rest that several lines have the same claim to', () => {
  const allocations = (configuration: PromotionConfiguration, total_promotion: boolean) => {
    const type = total_promotion ? 'fixed' : 'percent';
    const promotion = promotionOf(type, configuration, { total_promotion });
    return evaluate(cartOf([lineOf(3, 2), lineOf(1)]), [promotion]).applied[0]?.allocations;
  };

  it('goes to the lines by their positions, whatever they are worth', () => {
    const promotion = promotionOf('fixed', { amount: 0.02 }, TOTAL);
    const [applied] = evaluate(cartOf([lineOf(1), lineOf(3)]), [promotion]).applied;
    expect(applied?.allocations).toEqual([0.01, 0.01].map((amount, index) => ({ index, amount })));
  });

  it('goes by position also where the cheapest units are reduced', () => {
    const first = [{ index: 0, amount: 0.02 }];
    // One piece of 1.00 and one of 3.00: 0.005 and 0.015.
    expect(allocations({ amount: 0.02, maximum_quantity: 2 }, true)).toEqual(first);
    // 0.50 and 1.50 are cut down to 0.005 and 0.015.
    expect(allocations({ percent: 50, maximum_quantity: 2, maximum_discount: 0.02 }, false)).toEqual(first);
  });
});

describe('currencies', () => {
  it.each([
    [
      'JPY has no decimals',
      { currency_value: 150, decimal_place: 0 },
      [lineOf(333), lineOf(333), lineOf(334)],
      750,
      [250, 250, 250],
    ],
    [
      'KWD has three',
      { currency_value: 0.307, decimal_place: 3 },
      [lineOf(1), lineOf(1), lineOf(1)],
      1.535,
      [0.512, 0.512, 0.511],
    ],
  ])('%s', (_, currency, products, amount, parts) => {
    const promotion = promotionOf('fixed', { amount: 5 }, TOTAL);
    const { applied } = evaluate(cartOf(products, currency), [promotion]);
    expect(applied).toMatchObject([{ amount, allocations: parts.map((part, index) => ({ index, amount: part })) }]);
  });

  it('one unit that is worth no whole yen is booked in whole yen', () => {
    const promotion = promotionOf('fixed', { amount: 500, maximum_quantity: 1 }, TOTAL);
    const yen = { currency_value: 150, decimal_place: 0 };
    const { totals, total } = evaluate(cartOf([{ ...lineOf(100, 3), discount_total: 1 }], yen), [promotion]);
    expect([totals.map(({ price }) => price), total]).toEqual([[-100], 199]);
  });

  it('a minimum is converted by the rate of the cart', () => {
    const promotion = promotionOf('percent', { percent: 10, coupons: ['X'] }, { total: 10 });
    const cart = cartOf([lineOf(1_499)], { currency_value: 150, decimal_place: 0, coupons: ['X'] });
    expect(evaluate(cart, [promotion], {}, NOON).rejected).toMatchObject([{ code: 'below_minimum' }]);
  });
});
