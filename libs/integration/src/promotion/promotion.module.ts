import { Module } from '@nestjs/common';
import { Settings } from '../settings.js';
import { TaxHandlers } from '../tax/tax.handlers.js';
import { AutomaticRules } from './cart/automatic-rules.js';
import { CalculateHandlers } from './calculate.handlers.js';
import { ClaimHandlers } from './use/claim.handlers.js';
import { PromotionHistoryList } from './use/promotion-history-list.js';
import { HoldExpiry } from './use/hold-expiry.js';
import { OrderUses } from './use/order-uses.js';
import { PromotionCart } from './cart/promotion-cart.js';
import { PromotionCategoryHandlers } from './record/promotion-category.handlers.js';
import { PromotionHandlers } from './record/promotion.handlers.js';

/** Provides promotions and taxes, which change the total of an order. */
@Module({
  controllers: [CalculateHandlers, ClaimHandlers, PromotionCategoryHandlers, PromotionHandlers, TaxHandlers],
  providers: [AutomaticRules, HoldExpiry, OrderUses, PromotionCart, PromotionHistoryList, Settings],
})
export class PromotionModule {}
