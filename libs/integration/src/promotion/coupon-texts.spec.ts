import { ok } from '@stockbook/testing';
import { off, openPromotionShop, type PromotionShop } from './use/promotion-shop.fixture.js';

let at: PromotionShop;
beforeAll(async () => void (at = await openPromotionShop()));

const products = [{ quantity: 1, price: 10 }];
const withInvisible = (text: string) => `\ufeff${text.slice(0, 2)}\u200b${text.slice(2)}\u00ad `;

test('coupons lose characters that nobody sees: of a promotion, of a cart, and of the line of an order', async () => {
  const { promotion_id } = await at.add({}, { coupons: [withInvisible('SUMMER')] });
  const [stored] = ok(await at.promotions.get({ promotion_id })).promotions;
  expect(stored?.configuration).toMatchObject({ coupons: ['SUMMER'] });
  const { applied } = ok(await at.promotions.calculate({ products, coupons: [withInvisible('summer')] }));
  expect(applied).toMatchObject([{ promotion_id, coupon: 'SUMMER' }]);
  const { totals } = await at.place(withInvisible(`promotion.${promotion_id}.SUMMER`));
  expect(totals).toEqual(off(`promotion.${promotion_id}.SUMMER`, -1));
  expect(await at.counters(promotion_id)).toEqual([1, 0]);
});

test("a salesman's code is found whatever invisible characters its filter has", async () => {
  const { user_salesman } = at.user.api.setting;
  ok(await user_salesman.add({ user_id: at.user.user_id, code: withInvisible('ADA') }));
  const found = ok(await user_salesman.get({ filter_code: withInvisible('ADA') }));
  expect(found).toMatchObject({ total: 1, user_salesman: [{ code: 'ADA' }] });
});
