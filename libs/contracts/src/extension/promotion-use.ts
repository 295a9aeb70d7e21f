import { type RejectCode, rejectCodes } from '@stockbook/promotions';
import { Flag, Id, Int, ListOf, Money, OneOf, Quantity, Rate, Text, Texts, When } from '../fields/fields.js';
import { OrderTotal, PromotionAllocation } from '../sale/order-record.js';

const optional = { optional: true } as const;
const CODE = { optional: true, max: 255, trim: true } as const;

export class CartProduct {
  @Id({ ...optional, doc: '0: found by model, then by sku.' }) item_id?: number;
  @Text(CODE) model?: string;
  @Text(CODE) sku?: string;
  @Quantity() quantity!: number;
  @Money() price!: number;
  @Money({ ...optional, doc: 'The amount off each unit.' }) discount?: number;
  @Money({ ...optional, doc: 'The amount off the whole line, on top of the discount of each unit.' })
  discount_total?: number;
}
class CartFields {
  @Id({ ...optional, doc: '0: of any channel.' }) channel_id?: number;
  @Id({ ...optional, doc: '0: not known.' }) customer_id?: number;
  @Text({ max: 16, ...optional, doc: 'Code of a currency of the account; empty: the base currency.' })
  currency?: string;
  @Rate({ min: 0, ...optional, doc: "0: the account's rate." }) currency_value?: number;
  @When({ ...optional, doc: 'The time at which the order is placed; empty: now.' }) date?: string;
  @Texts({ ...optional, trim: true }) coupons?: string[];
  @ListOf(() => CartProduct, { min: 1 }) products!: CartProduct[];
  @ListOf(() => OrderTotal, { ...optional, doc: 'Lines that the order has already, such as its shipping.' })
  totals?: OrderTotal[];
}
export class PromotionCalculate extends CartFields {
  @Text({ max: 255, ...optional, doc: 'The key of holds, or the imported_order_id: its own uses do not count.' })
  key?: string;
  @Flag({ ...optional, doc: 'Lists in `rejected` also the automatic promotions that do not apply.' })
  explain?: boolean;
}
export class AppliedPromotion {
  @Id() promotion_id!: number;
  @Text() title!: string;
  @Text({ ...optional, doc: 'The coupon that asks for it; absent: an automatic promotion.' }) coupon?: string;
  @Money({ doc: "Positive, in the cart's currency." }) amount!: number;
  @ListOf(() => PromotionAllocation) allocations!: PromotionAllocation[];
}
export class RejectedPromotion {
  @Id(optional) promotion_id?: number;
  @Text(optional) coupon?: string;
  @OneOf(rejectCodes) code!: RejectCode;
  @Text() message!: string;
}
class PromotionCalculatedProduct {
  @ListOf(() => OrderTotal, { doc: 'The line promotions.' }) totals!: OrderTotal[];
}
export class PromotionCalculated {
  @ListOf(() => PromotionCalculatedProduct, { doc: 'The products of the request, one for each.' })
  products!: PromotionCalculatedProduct[];
  @ListOf(() => OrderTotal, { doc: 'The given lines, then the total promotions.' }) totals!: OrderTotal[];
  @ListOf(() => AppliedPromotion) applied!: AppliedPromotion[];
  @ListOf(() => RejectedPromotion, { max: 10_000 }) rejected!: RejectedPromotion[];
  @Money({ doc: 'The goods after all promotions plus the given totals lines.' }) total!: number;
  @Text({ doc: 'Changes with every change of a promotion or category: an offline till compares it with its copy.' })
  revision!: string;
}

const KEY = "The till's receipt number: the imported_order_id of the order to come.";
const MINUTES = { min: 1, max: 1_440, optional: true, doc: 'Default 15.' } as const;

export class PromotionReserve extends CartFields {
  @Text({ min: 1, max: 255, doc: KEY }) key!: string;
  @Int(MINUTES) minutes?: number;
}
class PromotionHold {
  @Id() promotion_id!: number;
  @Text() key!: string;
  @When() date_expire!: string;
}
export class PromotionHolds {
  @ListOf(() => PromotionHold) holds!: PromotionHold[];
}
export class PromotionRelease {
  @Id({ ...optional, doc: '0: in all channels.' }) channel_id?: number;
  @Text({ min: 1, max: 255 }) key!: string;
}
export class PromotionReleased {
  @Int({ min: 0, doc: 'How many holds it gave up.' }) released!: number;
}

export class PromotionVerify {
  @Id(optional) promotion_id?: number;
}
class PromotionFault {
  @Id() promotion_id!: number;
  @Text() message!: string;
}
export class PromotionVerified {
  @Int({ min: 0, doc: 'Promotions compared.' }) promotions!: number;
  @ListOf(() => PromotionFault) faults!: PromotionFault[];
}
