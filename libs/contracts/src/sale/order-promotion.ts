import { event } from '../events.js';
import { Flag, Id, ListOf, Money, Text } from '../fields/fields.js';

/** A use joins all totals lines of the code `promotion.<promotion_id>[.<coupon>]`. */
export class PromotionUse {
  @Id() promotion_id!: number;
  @Text() coupon!: string;
  @Money({ doc: 'Positive, in the base currency.' }) total!: number;
}
/** All uses of an order after a change of them, because only a whole set can be repeated safely. */
export class OrderPromotions {
  @Id() order_id!: number;
  @Id() channel_id!: number;
  @Text() imported_order_id!: string;
  @Text({ doc: 'The key of the holds that sales claimed for it; empty: none.' }) claim_key!: string;
  @Id() customer_id!: number;
  @Flag({ doc: 'false: the order is deleted or void.' }) counts!: boolean;
  @ListOf(() => PromotionUse) uses!: PromotionUse[];
}

/** Sales publishes this only for orders that use a promotion, or did so before the change. */
export const orderPromotionChanged = event(
  'sale.order_promotion',
  'changed',
  OrderPromotions,
  ({ order_id }) => order_id,
);
