import { Module } from '@nestjs/common';
import { Settings } from '../settings.js';
import { TaxHandlers } from '../tax/tax.handlers.js';
import { CalculateHandlers } from './calculate.handlers.js';
import { ClaimHandlers } from './claim.handlers.js';
import { HoldExpiry } from './hold-expiry.js';
import { OrderUses } from './order-uses.js';
import { PromotionCart } from './promotion-cart.js';
import { PromotionCategoryHandlers } from './promotion-category.handlers.js';
import { PromotionHandlers } from './promotion.handlers.js';

/** Promotions and taxes, which change the total of an order. */
@Module({
  controllers: [CalculateHandlers, ClaimHandlers, PromotionCategoryHandlers, PromotionHandlers, TaxHandlers],
  providers: [HoldExpiry, OrderUses, PromotionCart, Settings],
})
export class PromotionModule {}
