import { ok, openShop, type Shop, stockItem, type TestUser, World } from '@stockbook/testing';
import { applyPromotions, type Cart } from '@stockbook/promotions';

const ZONE = 'Asia/Ho_Chi_Minh';
/** It is half past midnight in the zone. */
const NOW = '2026-03-03T17:30:00Z';
const EURO = { code: 'EUR', value: 0.9137, decimal_place: 2 };

let user: TestUser;
let shop: Shop;
beforeAll(async () => {
  const world = await World.shared();
  user = await world.account();
  shop = await openShop(user);
});

const api = () => user.api.extension.total.promotion;
type Add = Parameters<ReturnType<typeof api>['add']>[0];

/** Adds one promotion of each type, with a coupon and without, and some that do not apply. */
async function addPromotions(item_ids: readonly number[]) {
  const items = item_ids.map((item_id) => ({ item_id }));
  const { promotion_category_id } = ok(await api().addCategory({ name: 'Tea things', items }));
  const categories = [promotion_category_id];
  const promotions: readonly Add[] = [
    { name: 'Summer', type: 'percent', configuration: { percent: 10, coupons: ['SUMMER10'] } },
    { name: 'Five', type: 'fixed', total: 50, total_limit: 100, configuration: { amount: 5, coupons: ['FIVE'] } },
    { name: 'Mug of the month', type: 'price', categories, configuration: { price: 11.37, coupons: ['MUG'] } },
    { name: 'Third free', type: 'buy_get', categories, configuration: { buy_quantity: 2, get_quantity: 1 } },
    { name: 'Free shipping', type: 'shipping', total: 30, configuration: { percent: 100 } },
    { name: 'Off the rest', type: 'percent', total_promotion: true, sort_order: 9, configuration: { percent: 3.3333 } },
    { name: 'Last year', type: 'percent', date_end: '2025-12-31', configuration: { percent: 50, coupons: ['OLD'] } },
    { name: 'Night', type: 'percent', configuration: { percent: 50, hours: ['23:00', '05:00'], coupons: ['NIGHT'] } },
    { name: 'Sold out', type: 'percent', total_limit: 1, configuration: { percent: 50, coupons: ['LAST'] } },
  ];
  for (const each of promotions) ok(await api().add(each));
  ok(await api().reserve({ key: 'last', coupons: ['LAST'], products: [{ item_id: 0, quantity: 1, price: 1 }] }));
}

test('a till that has read promotions and categories calculates as the service does', async () => {
  const [mug, cup, book] = [
    await stockItem(user, shop, 1),
    await stockItem(user, shop, 1),
    await stockItem(user, shop, 1),
  ];
  ok(await user.api.setting.company.edit({ timezone: ZONE }));
  ok(await user.api.setting.currency.add(EURO));
  await addPromotions([mug, cup]);
  const { promotions } = ok(await api().get({ limit: 100 }));
  const { categories } = ok(await api().getCategory({ limit: 100 }));

  const products = [
    { item_id: mug, quantity: 3, price: 14.99, discount: 0.333 },
    { item_id: cup, quantity: 2, price: 8.25, discount_total: 1.01 },
    { item_id: book, quantity: 1, price: 29.9 },
    { item_id: 0, quantity: 7, price: 0.99 },
  ];
  const totals = [{ code: 'shipping.flat', name: 'Shipping', price: 4.9, sort_order: 1 }];
  const codes = [[], ['summer 10'], ['SUMMER10', 'FIVE', 'MUG'], ['OLD', 'NIGHT', 'LAST', 'NONE', 'FIVE']];
  for (const coupons of codes) {
    const { channel_id } = shop;
    const given = { channel_id, coupons, products, totals };
    const { revision: _, ...calculated } = ok(await api().calculate({ ...given, currency: EURO.code, date: NOW }));
    const money = { currency_value: EURO.value, decimal_place: EURO.decimal_place };
    const cart: Cart = { ...given, ...money, customer_id: 0, customer_group_id: 0 };
    const evaluation = applyPromotions(cart, { promotions, categories, zone: ZONE }, new Date(NOW));
    expect({ ...evaluation, totals: [...totals, ...evaluation.totals] }).toEqual(calculated);
    expect(evaluation.applied.length).toBeGreaterThan(2);
  }
});
