export const promotionTypes = ['percent', 'fixed', 'price', 'buy_get', 'shipping'] as const;
export type PromotionType = (typeof promotionTypes)[number];

export const rejectCodes = [
  'not_found',
  'not_started',
  'ended',
  'disabled',
  'limit_reached',
  'customer_limit_reached',
  'customer_required',
  'below_minimum',
  'no_eligible_items',
  'wrong_channel',
  'not_combinable',
  'outside_hours',
] as const;
export type RejectCode = (typeof rejectCodes)[number];

/** The conditions and the effect of a promotion. Amounts are in the base currency. */
export interface PromotionConfiguration {
  /** An absent or empty list means that the promotion is automatic. */
  readonly coupons?: readonly string[];
  readonly customer_limit?: number;
  readonly customer_group_ids?: readonly number[];
  readonly channel_ids?: readonly number[];
  /** From 1 for Monday, in the account's time zone. Hours across midnight belong to the day they begin. */
  readonly weekdays?: readonly number[];
  /** Reads like `["17:00", "19:00"]`: until before the second; the first may be later, across midnight. */
  readonly hours?: readonly string[];
  readonly minimum_quantity?: number;
  /** At most this many units of an order are discounted, the cheapest first. */
  readonly maximum_quantity?: number;
  readonly maximum_discount?: number;
  readonly exclusive?: boolean;
  readonly limit_policy?: 'count' | 'strict';
  readonly percent?: number;
  readonly amount?: number;
  readonly per?: 'order' | 'line' | 'unit';
  readonly price?: number;
  readonly buy_quantity?: number;
  readonly get_quantity?: number;
  readonly get_categories?: readonly number[];
  readonly repeat?: boolean;
}

/** A promotion as `extension/total/promotion/get` shows it. */
export interface PromotionRule {
  readonly promotion_id: number;
  readonly name: string;
  readonly title: string;
  readonly total_promotion: boolean;
  readonly type: PromotionType;
  readonly status: boolean;
  readonly sort_order: number;
  readonly configuration: PromotionConfiguration;
  /** The least that the eligible goods must be worth, in the base currency. */
  readonly total: number;
  readonly total_limit: number;
  readonly total_used: number;
  /** Counts the uses that are held and not recorded yet. */
  readonly total_held?: number;
  /** The date reads like `YYYY-MM-DD`, in the account's time zone, and is inclusive; empty means no bound. */
  readonly date_start: string;
  readonly date_end: string;
  readonly categories: readonly number[];
}
export interface CategoryRule {
  readonly promotion_category_id: number;
  readonly items: readonly { readonly item_id: number }[];
}
export interface Rules {
  readonly promotions: readonly PromotionRule[];
  readonly categories: readonly CategoryRule[];
  /** The account's IANA time zone. */
  readonly zone: string;
  /** The customer's uses by promotion; absent if unknown, as on an offline till. */
  readonly customer_uses?: ReadonlyMap<number, number>;
}

export interface TotalLine {
  readonly code: string;
  readonly name: string;
  readonly price: number;
  readonly sort_order: number;
  /** Splits the amount of a total promotion over the products; empty if the shipping has all of it. */
  readonly allocations?: Allocation[];
}
export interface CartLine {
  readonly item_id: number;
  readonly quantity: number;
  readonly price: number;
  readonly discount?: number;
  readonly discount_total?: number;
}
export interface Cart {
  readonly channel_id: number;
  readonly customer_id: number;
  readonly customer_group_id: number;
  /** One unit of the base currency is worth this many units of the cart's currency. */
  readonly currency_value: number;
  readonly decimal_place: number;
  readonly coupons: readonly string[];
  readonly products: readonly CartLine[];
  readonly totals: readonly TotalLine[];
  /** This order has a use or a hold of these promotions already: their limits are not judged again. */
  readonly granted?: readonly number[];
  /** Also rejects automatic promotions whose conditions are not met, in words. */
  readonly explain?: boolean;
}

/** A part of a discount: of the line at `index` of the cart's products. */
export interface Allocation {
  readonly index: number;
  readonly amount: number;
}
export interface AppliedPromotion {
  readonly promotion_id: number;
  readonly title: string;
  readonly coupon?: string;
  readonly amount: number;
  readonly allocations: readonly Allocation[];
}
export interface RejectedPromotion {
  readonly promotion_id?: number;
  readonly coupon?: string;
  readonly code: RejectCode;
  readonly message: string;
}
/** The outcome, in the cart's currency. Amounts are positive; the totals lines to post have negative prices. */
export interface Evaluation {
  readonly products: readonly { readonly totals: readonly TotalLine[] }[];
  readonly totals: readonly TotalLine[];
  readonly applied: readonly AppliedPromotion[];
  readonly rejected: readonly RejectedPromotion[];
  /** The goods after all promotions and the given totals lines. */
  readonly total: number;
}
