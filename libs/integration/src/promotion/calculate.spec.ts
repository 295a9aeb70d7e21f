import { failure, ok, openShop, orderOf, type Shop, stockItem, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
let shop: Shop;
beforeAll(async () => {
  world = await World.shared();
  user = await world.account();
  shop = await openShop(user);
});

const api = () => user.api.extension.total.promotion;
type Configuration = Record<string, unknown>;
type Add = Parameters<ReturnType<typeof api>['add']>[0];

let coupons = 0;
/** Adds a promotion that no other test's cart asks for. */
async function withCoupon(type: Add['type'], configuration: Configuration, others: Partial<Add> = {}) {
  const coupon = `CODE-${++coupons}`;
  const added = await api().add({
    name: coupon,
    type,
    configuration: { ...configuration, coupons: [coupon] },
    ...others,
  });
  return { coupon, promotion_id: ok(added).promotion_id };
}
const mugs = [{ item_id: 0, quantity: 3, price: 3.33 }];

describe('calculate', () => {
  it('answers totals ready to post, what applied and what did not', async () => {
    const line = await withCoupon('percent', { percent: 10 }, { title: 'Ten off' });
    const total = await withCoupon('fixed', { amount: 5 });
    const shipping = { code: 'shipping.flat', name: 'Shipping', price: 4, sort_order: 1 };
    const given = [line.coupon.toLowerCase(), total.coupon, 'NONE'];
    const answer = ok(await api().calculate({ coupons: given, products: mugs, totals: [shipping] }));
    expect(answer).toMatchObject({
      products: [{ totals: [{ code: `promotion.${line.promotion_id}.${line.coupon}`, name: 'Ten off', price: -1 }] }],
      totals: [shipping, { code: `promotion.${total.promotion_id}.${total.coupon}`, price: -5 }],
      applied: [
        { promotion_id: line.promotion_id, title: 'Ten off', amount: 1, allocations: [{ index: 0, amount: 1 }] },
        { promotion_id: total.promotion_id, amount: 5 },
      ],
      rejected: [{ coupon: 'NONE', code: 'not_found' }],
      total: 7.99,
    });
    expect(ok(await api().calculate({ coupons: given, products: mugs, totals: answer.totals }))).toEqual(answer);
    const without = ok(await api().calculate({ products: mugs, totals: answer.totals }));
    expect(without).toMatchObject({ totals: [shipping], applied: [], total: 13.99 });
  });

  it('finds items by model and sku, and judges by categories, currencies and dates', async () => {
    const item_id = await stockItem(user, shop, 1, { model: 'M-1', sku: 'S-1' });
    const { promotion_category_id } = ok(await api().addCategory({ name: 'Mugs', items: [{ item_id }] }));
    const terms = { categories: [promotion_category_id], date_end: '2026-05-05' };
    const { coupon } = await withCoupon('price', { price: 9 }, terms);
    ok(await user.api.setting.currency.add({ code: 'JPY', value: 150, decimal_place: 0 }));
    const products = [
      { model: 'M-1', quantity: 1, price: 1_500 },
      { sku: 'S-1', quantity: 1, price: 1_400 },
      { quantity: 1, price: 1_400 },
    ];
    const cart = { coupons: [coupon], currency: 'JPY', products };
    expect(ok(await api().calculate({ ...cart, date: '2026-05-05 23:59:59' })).applied).toMatchObject([
      {
        amount: 200,
        allocations: [
          { index: 0, amount: 150 },
          { index: 1, amount: 50 },
        ],
      },
    ]);
    expect(ok(await api().calculate({ ...cart, date: '2026-05-06' })).rejected).toMatchObject([{ code: 'ended' }]);
    expect((await api().calculate({ ...cart, currency: 'XXX' })).error).toEqual(['There is no currency XXX.']);
  });

  it('refuses a sku that several items have, as orders do', async () => {
    const ids = [await stockItem(user, shop, 1, { sku: 'TWIN' }), await stockItem(user, shop, 1, { sku: 'TWIN' })];
    const products = [...mugs, { model: 'none', sku: 'TWIN', quantity: 1, price: 1 }];
    const refusal = [`products[1].sku TWIN fits several items: ${ids.join(', ')}. Name one by its item_id.`];
    expect((await api().calculate({ products })).error).toEqual(refusal);
    expect((await api().reserve({ products, key: 'twin' })).error).toEqual(refusal);
    const [item_id] = ids;
    ok(await api().calculate({ products: [...mugs, { item_id, sku: 'TWIN', quantity: 1, price: 1 }] }));
  });

  it('refuses amounts that no order could carry', async () => {
    const { coupon } = await withCoupon('percent', { percent: 100 }, { total_promotion: true });
    const products = [
      { quantity: 1, price: 60_000_000_000 },
      { quantity: 1, price: 60_000_000_000 },
    ];
    const refusal = ['The amounts of products have more than 11 digits.'];
    for (const coupons of [[], [coupon]]) expect((await api().calculate({ coupons, products })).error).toEqual(refusal);
    expect((await api().reserve({ coupons: [coupon], products, key: 'large' })).error).toEqual(refusal);
    ok(await api().calculate({ coupons: [coupon], products: products.slice(1) }));
  });

  it('asks sales for the group of the customer', async () => {
    const { customer_group_id } = ok(await user.api.sale.customer_group.add({ name: 'Friends' }));
    const friend = ok(await user.api.sale.customer.add({ firstname: 'Ada', customer_group_id })).customer_id;
    const stranger = ok(await user.api.sale.customer.add({ firstname: 'Bob' })).customer_id;
    const { coupon } = await withCoupon('percent', { percent: 10, customer_group_ids: [customer_group_id] });
    const cart = { coupons: [coupon], products: mugs };
    expect(ok(await api().calculate({ ...cart, customer_id: friend })).total).toBe(8.99);
    const rejected = [{ code: 'customer_required' }];
    expect(ok(await api().calculate({ ...cart, customer_id: stranger })).rejected).toMatchObject(rejected);
    expect(ok(await api().calculate(cart)).rejected).toMatchObject(rejected);
  });

  it('applies automatic promotions as they are after each change of them, their items and their uses', async () => {
    const [item_id, other_id] = [await stockItem(user, shop, 1), await stockItem(user, shop, 1)];
    const { promotion_category_id } = ok(await api().addCategory({ name: 'Chairs', items: [{ item_id }] }));
    const cart = { products: [{ item_id, quantity: 1, price: 100 }] };
    const total = async (date = '') => ok(await api().calculate({ ...cart, date })).total;
    const added: Add = { name: 'Chairs', type: 'percent', total_limit: 1, categories: [promotion_category_id] };
    expect(await total()).toBe(100);
    const { promotion_id } = ok(await api().add({ ...added, configuration: { percent: 10 } }));
    expect(await total()).toBe(90);
    ok(await api().edit({ promotion_id, configuration: { percent: 20 } }));
    expect(await total()).toBe(80);
    ok(await api().editCategory({ promotion_category_id, items: [{ item_id: other_id }] }));
    expect(await total()).toBe(100);
    ok(await api().editCategory({ promotion_category_id, items: [{ item_id: other_id }, { item_id }] }));
    ok(await api().reserve({ ...cart, key: 'chair' }));
    expect(await total()).toBe(100);
    ok(await api().release({ key: 'chair' }));
    expect(await total()).toBe(80);
    ok(await api().edit({ promotion_id, date_end: '2026-05-05' }));
    expect([await total('2026-05-05'), await total('2026-05-06')]).toEqual([80, 100]);
    ok(await api().delete({ promotion_id }));
    expect(await total('2026-05-05')).toBe(100);
  });

  it('finds an automatic promotion until its last night is over, with a coupon beside it or without', async () => {
    const configuration = { percent: 10, hours: ['22:00', '02:00'] };
    const nights: Add = { name: 'Late', type: 'percent', date_end: '2026-05-05', configuration };
    const { promotion_id } = ok(await api().add(nights));
    const applies = async (date: string, coupons: string[] = []) =>
      ok(await api().calculate({ products: mugs, coupons, date })).applied.some(
        (applied) => applied.promotion_id === promotion_id,
      );
    expect([await applies('2026-05-06 01:59'), await applies('2026-05-06 01:59', ['NONE'])]).toEqual([true, true]);
    expect([await applies('2026-05-06 02:00'), await applies('2026-05-06 22:00')]).toEqual([false, false]);
    ok(await api().delete({ promotion_id }));
  });

  it('has another revision after each change of a promotion', async () => {
    const revision = async () => ok(await api().calculate({ products: mugs })).revision;
    const before = await revision();
    const { promotion_id, coupon } = await withCoupon('percent', { percent: 10 });
    const added = await revision();
    ok(await api().reserve({ key: 'r', coupons: [coupon], products: mugs }));
    expect(await revision()).toBe(added);
    ok(await api().edit({ promotion_id, sort_order: 3 }));
    expect(new Set([before, added, await revision()]).size).toBe(3);
  });
});

describe('reserve', () => {
  /** Adds an order that uses the promotion, with the key of its hold. */
  const place = async (promotion_id: number, imported_order_id: string) => {
    const totals = [{ code: `promotion.${promotion_id}`, name: 'Off', price: -1, sort_order: 0 }];
    ok(await user.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1 }], { imported_order_id, totals })));
    await world.settled();
  };
  const reserve = (key: string, given: string[], others: object = {}) =>
    api().reserve({ key, channel_id: shop.channel_id, coupons: given, products: mugs, ...others });
  const counters = async (promotion_id: number) => {
    expect(ok(await api().verify({})).faults).toEqual([]);
    const [found] = ok(await api().get({ promotion_id })).promotions;
    return [found?.total_used, found?.total_held];
  };

  it('grants the last use to one of 500 requests, for two coupons of one promotion', async () => {
    const { promotion_id } = ok(
      await api().add({
        name: 'x',
        type: 'percent',
        configuration: { percent: 10, coupons: ['LEFT', 'RIGHT'] },
        total_limit: 1,
      }),
    );
    const requests = Array.from({ length: 500 }, (_, i) => reserve(`last-${i}`, [i % 2 ? 'LEFT' : 'RIGHT']));
    const answers = await Promise.all(requests);
    expect(answers.filter(({ error }) => !error)).toHaveLength(1);
    const codes = answers
      .flatMap((answer) => (answer.error ? (answer.error_details ?? []) : []))
      .map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(['limit_reached']));
    expect(await counters(promotion_id)).toEqual([0, 1]);
    const winner = answers.flatMap((answer) => (answer.error ? [] : answer.holds))[0]?.key ?? '';
    await place(promotion_id, winner);
    expect(await counters(promotion_id)).toEqual([1, 0]);
  });

  it('answers the same hold to the same key, and gives it up on release', async () => {
    const { promotion_id, coupon } = await withCoupon('percent', { percent: 10 }, { total_limit: 1 });
    const first = ok(await reserve('same', [coupon], { minutes: 60 }));
    expect(first.holds).toMatchObject([{ promotion_id, key: 'same' }]);
    expect(ok(await reserve('same', [coupon])).holds).toEqual(first.holds);
    expect(failure(await reserve('other', [coupon])).error_details).toMatchObject([{ code: 'limit_reached' }]);
    const cart = { channel_id: shop.channel_id, coupons: [coupon], products: mugs };
    expect(ok(await api().calculate(cart)).rejected).toMatchObject([{ code: 'limit_reached' }]);
    expect(ok(await api().calculate({ ...cart, key: 'same' })).applied).toHaveLength(1);
    const key = { channel_id: shop.channel_id, key: 'same' };
    expect([ok(await api().release(key)), ok(await api().release(key))]).toMatchObject([
      { released: 1 },
      { released: 0 },
    ]);
    expect(await counters(promotion_id)).toEqual([0, 0]);
    ok(await reserve('other', [coupon]));
  });

  it('counts the uses of a customer, and holds nothing where one promotion is refused', async () => {
    const customer_id = ok(await user.api.sale.customer.add({ firstname: 'Eve' })).customer_id;
    const once = await withCoupon('percent', { percent: 10, customer_limit: 1 });
    const free = await withCoupon('percent', { percent: 10 });
    ok(await reserve('eve-1', [once.coupon], { customer_id }));
    const refused = await reserve('eve-2', [once.coupon, free.coupon], { customer_id });
    expect(failure(refused).error_details).toMatchObject([{ code: 'limit_reached' }]);
    expect([await counters(once.promotion_id), await counters(free.promotion_id)]).toEqual([
      [0, 1],
      [0, 0],
    ]);
  });

  it('keeps total_limit from falling below what is granted', async () => {
    const { promotion_id, coupon } = await withCoupon('percent', { percent: 10 });
    ok(await reserve('low-1', [coupon]));
    ok(await reserve('low-2', [coupon]));
    expect(failure(await api().edit({ promotion_id, total_limit: 1 })).error_details).toMatchObject([
      { code: 'limit_reached', field: 'total_limit' },
    ]);
    ok(await api().edit({ promotion_id, total_limit: 2 }));
  });

  it('counts a use once when its hold expires just as the order comes, 20 times', async () => {
    const { promotion_id, coupon } = await withCoupon('percent', { percent: 10 });
    const { source } = world.assembly.running.integration.db;
    for (let round = 1; round <= 20; round++) {
      ok(await reserve(`race-${round}`, [coupon]));
      const expire = `UPDATE integration.promotion_hold SET date_expire = now() WHERE key = 'race-${round}'`;
      await Promise.all([place(promotion_id, `race-${round}`), source.query(expire)]);
    }
    expect(await counters(promotion_id)).toEqual([20, 0]);
  });

  it('gives up holds whose time is over', async () => {
    const { promotion_id, coupon } = await withCoupon('percent', { percent: 10 }, { total_limit: 1 });
    ok(await reserve('late', [coupon]));
    await world.assembly.running.integration.db.source.query(
      "UPDATE integration.promotion_hold SET date_expire = now() - interval '1 second' WHERE key = 'late'",
    );
    await world.settled();
    expect(await counters(promotion_id)).toEqual([0, 0]);
    ok(await reserve('next', [coupon]));
  });
});

describe('what one cart costs is bounded:', () => {
  const other = async () => (await world.account()).api.extension.total.promotion;

  it('the eligible lines of all promotions together', async () => {
    const promotions = await other();
    for (let i = 0; i < 31; i++)
      ok(
        await promotions.add({ name: `P${i}`, type: 'percent', configuration: { percent: 1 }, total_promotion: false }),
      );
    const products = Array.from({ length: 1_000 }, () => ({ quantity: 1, price: 100 }));
    expect((await promotions.calculate({ products })).error).toEqual([
      'The promotions of a cart may have 30000 eligible lines together.',
    ]);
    expect(ok(await promotions.calculate({ products: products.slice(0, 900) })).applied).toHaveLength(31);
  });

  it('the bytes of the promotions that it may get', async () => {
    const promotions = await other();
    const names = Array.from({ length: 950 }, (_, i) => `${i}`.padStart(60, 'X'));
    for (let i = 0; i < 72; i++)
      ok(
        await promotions.add({
          name: `P${i}`,
          type: 'percent',
          configuration: { percent: 1, coupons: ['BIG', ...names] },
        }),
      );
    const products = [{ quantity: 1, price: 100 }];
    expect((await promotions.calculate({ products, coupons: ['BIG'] })).error).toEqual([
      'The promotions of a cart may have 4 MiB: end or delete some.',
    ]);
    expect(ok(await promotions.calculate({ products })).applied).toEqual([]);
  });
});
