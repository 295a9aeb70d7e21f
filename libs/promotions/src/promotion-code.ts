const CODE = /^promotion\.(\d{1,16})(?:\.([\w-]{1,64}))?$/;
const COUPON = /^[\w-]{1,64}$/;

/** The promotion that a totals line of an order names, with the coupon that was given for it. */
export interface PromotionCode {
  readonly promotion_id: number;
  readonly coupon?: string;
}

/** Returns a coupon as it is compared: without spaces, in capitals. */
export const couponOf = (text: string): string => text.replace(/\s/g, '').toUpperCase();

export const isCoupon = (text: string): boolean => COUPON.test(text.replace(/\s/g, ''));

/** The code reads like `promotion.7` or `promotion.7.SUMMER10`. */
export const promotionCode = ({ promotion_id, coupon }: PromotionCode): string =>
  `promotion.${promotion_id}${coupon ? `.${coupon}` : ''}`;

export function readPromotionCode(code: string): PromotionCode | undefined {
  const [, digits, coupon] = CODE.exec(code) ?? [];
  const promotion_id = Number(digits);
  if (!Number.isSafeInteger(promotion_id) || !promotion_id) return undefined;
  return { promotion_id, ...(coupon && { coupon }) };
}
