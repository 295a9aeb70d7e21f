import type { Cart, CartLine, Evaluation, PromotionConfiguration, PromotionRule, Rules } from './rules.js';
import { applyPromotions } from './apply-promotions.js';

export const NOON = new Date('2026-03-03T12:00:00Z');

let ids = 0;

export function promotionOf(
  type: PromotionRule['type'],
  configuration: PromotionConfiguration,
  others: Partial<PromotionRule> = {},
): PromotionRule {
  return {
    promotion_id: ++ids,
    name: `Promotion ${ids}`,
    title: '',
    total_promotion: type === 'shipping',
    type,
    status: true,
    sort_order: 0,
    configuration,
    total: 0,
    total_limit: 0,
    total_used: 0,
    date_start: '',
    date_end: '',
    categories: [],
    ...others,
  };
}

export const lineOf = (price: number, quantity = 1, item_id = 1): CartLine => ({ item_id, quantity, price });

export const cartOf = (products: readonly CartLine[], others: Partial<Cart> = {}): Cart => ({
  channel_id: 1,
  customer_id: 0,
  customer_group_id: 0,
  currency_value: 1,
  decimal_place: 2,
  coupons: [],
  products,
  totals: [],
  ...others,
});

export const shippingOf = (price: number) => ({ code: 'shipping.flat', name: 'Shipping', price, sort_order: 1 });

export const evaluate = (
  cart: Cart,
  promotions: readonly PromotionRule[],
  rules: Partial<Rules> = {},
  now = NOON,
): Evaluation => applyPromotions(cart, { promotions, categories: [], zone: 'UTC', ...rules }, now);
