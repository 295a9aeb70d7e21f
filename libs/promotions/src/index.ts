export { allocate } from './allocate.js';
export { applyPromotions } from './apply-promotions.js';
export { couponOf, isCoupon, type PromotionCode, promotionCode, readPromotionCode } from './promotion-code.js';
export * from './rules.js';
