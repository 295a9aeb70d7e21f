export { applyPromotions } from './apply-promotions.js';
export { CartTooLarge } from './cart-too-large.js';
export { couponOf, isCoupon, type PromotionCode, promotionCode, readPromotionCode } from './promotion-code.js';
export * from './rules.js';
export { applyTaxes } from './tax/apply-taxes.js';
export { isTaxCode } from './tax/tax-code.js';
export * from './tax/tax-rules.js';
