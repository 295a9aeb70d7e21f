import { type Amount, amountOf, MONEY_DECIMALS, numberOf, sumAmounts } from './amount.js';
import { CartTooLarge } from './cart-too-large.js';
import { clockIn, notCombinable, nothingEligible, rejectionOf, unknownCoupon, usedOnce } from './conditions.js';
import {
  type Eligible,
  type LineDiscount,
  lineDiscounts,
  type Money,
  shippingDiscount,
  totalDiscounts,
} from './discounts.js';
import { couponOf, promotionCode } from './promotion-code.js';
import type {
  Allocation,
  AppliedPromotion,
  Cart,
  Evaluation,
  PromotionRule,
  RejectedPromotion,
  Rules,
  TotalLine,
} from './rules.js';
import { type Line, toLine } from './units.js';

/** A promotion that a cart asks for, by itself or by a coupon. */
interface Candidate {
  readonly promotion: PromotionRule;
  readonly coupon?: string;
}

const MOST_ELIGIBLE_LINES_OF_CART = 30_000;

/** Computes exactly, also offline. Line promotions come before total ones; then `sort_order`, then the id. */
export function applyPromotions(cart: Cart, rules: Rules, now: Date): Evaluation {
  const lines = cart.products.map(toLine);
  const money = { currency_value: cart.currency_value, decimals: Math.min(cart.decimal_place, MONEY_DECIMALS) };
  const clock = clockIn(rules.zone, now);
  const among = lineFinder(lines, rules);
  const { candidates, rejected } = candidatesOf(cart, rules.promotions);
  const applied: AppliedPromotion[] = [];
  const lineTotals: TotalLine[][] = lines.map(() => []);
  const totals: TotalLine[] = [];
  let shipping = sumAmounts(cart.totals.filter(isShipping).map(({ price }) => amountOf(price)));
  let off = 0n;
  let exclusive_id = 0;
  let eligibleLines = 0;

  for (const candidate of candidates) {
    const { promotion, coupon } = candidate;
    const { promotion_id, total_promotion, type, configuration } = promotion;
    const eligible = among(promotion.categories);
    eligibleLines += eligible.length;
    if (eligibleLines > MOST_ELIGIBLE_LINES_OF_CART)
      throw new CartTooLarge(
        `The promotions of a cart may have ${MOST_ELIGIBLE_LINES_OF_CART} eligible lines together.`,
      );
    const gettable = configuration.get_categories?.length ? among(configuration.get_categories) : eligible;
    const rival_id = exclusive_id || (configuration.exclusive && applied[0]?.promotion_id);
    const rejection =
      rejectionOf(promotion, eligible, cart, rules, clock) ??
      (rival_id ? notCombinable(promotion, rival_id) : undefined);
    const { amount, discounts } = rejection
      ? NOTHING
      : discountOf(promotion, { lines: eligible, gettable }, shipping, money);
    if (amount <= 0n) {
      const reason = rejection ?? nothingEligible(promotion);
      if (coupon || cart.explain) rejected.push({ promotion_id, ...(coupon && { coupon }), ...reason });
      continue;
    }
    off += amount;
    if (type === 'shipping') shipping -= amount;
    for (const { line, amount: part } of discounts) {
      line.left -= part;
      if (!total_promotion) lineTotals[line.index]!.push(totalLine(candidate, part));
    }
    if (total_promotion) totals.push({ ...totalLine(candidate, amount), allocations: toAllocations(discounts) });
    applied.push(toApplied(candidate, amount, discounts));
    if (configuration.exclusive) exclusive_id = promotion_id;
  }

  const given = sumAmounts(cart.totals.map(({ price }) => amountOf(price)));
  const goods = sumAmounts(lines.map(({ value }) => value));
  return {
    products: lineTotals.map((each) => ({ totals: each })),
    totals,
    applied,
    rejected,
    total: numberOf(goods + given - off),
  };
}

/** A promotion takes the amount off the cart, and these discounts off its lines. */
interface Discount {
  readonly amount: Amount;
  readonly discounts: readonly LineDiscount[];
}
const NOTHING: Discount = { amount: 0n, discounts: [] };

function discountOf(promotion: PromotionRule, eligible: Eligible, shipping: Amount, money: Money): Discount {
  if (promotion.type === 'shipping') return { amount: shippingDiscount(promotion, shipping, money), discounts: [] };
  const discountsOf = promotion.total_promotion ? totalDiscounts : lineDiscounts;
  const discounts = discountsOf(promotion, eligible, money);
  return { amount: sumAmounts(discounts.map(({ amount }) => amount)), discounts };
}

/** Coupons may ask for none, or for one that another coupon asks for. */
function candidatesOf(cart: Cart, promotions: readonly PromotionRule[]) {
  const rejected: RejectedPromotion[] = [];
  const given = [...new Set(cart.coupons.map(couponOf))];
  const known = new Set<string>();
  const candidates = [...promotions].sort(byTurn).flatMap((promotion): Candidate[] => {
    const { promotion_id, configuration } = promotion;
    const own = new Set(configuration.coupons?.map(couponOf));
    if (!own.size) return [{ promotion }];
    const fitting = given.filter((coupon) => own.has(coupon));
    for (const coupon of fitting) known.add(coupon);
    const [first, ...others] = fitting;
    rejected.push(...others.map((coupon) => ({ promotion_id, coupon, ...usedOnce(promotion) })));
    return first === undefined ? [] : [{ promotion, coupon: first }];
  });
  const unknown = given.filter((coupon) => !known.has(coupon));
  rejected.push(...unknown.map((coupon) => ({ coupon, ...unknownCoupon(coupon) })));
  return { candidates, rejected };
}

const byTurn = (a: PromotionRule, b: PromotionRule): number =>
  Number(a.total_promotion) - Number(b.total_promotion) ||
  a.sort_order - b.sort_order ||
  a.promotion_id - b.promotion_id;

const isShipping = ({ code }: TotalLine): boolean => code.startsWith('shipping');

/** A line that is worth nothing is in no category. */
function lineFinder(lines: readonly Line[], { categories }: Rules): (ids: readonly number[]) => readonly Line[] {
  const worth = lines.filter(({ value }) => value > 0n);
  const itemsByCategory = new Map(categories.map(({ promotion_category_id, items }) => [promotion_category_id, items]));
  const found = new Map<string, readonly Line[]>();
  return (ids) => {
    if (!ids.length) return worth;
    const key = ids.join();
    const known = found.get(key);
    if (known) return known;
    const own = new Set(ids.flatMap((id) => itemsByCategory.get(id) ?? []).map(({ item_id }) => item_id));
    const among = worth.filter(({ item_id }) => own.has(item_id));
    found.set(key, among);
    return among;
  };
}

const totalLine = ({ promotion, coupon }: Candidate, amount: Amount): TotalLine => ({
  code: promotionCode({ promotion_id: promotion.promotion_id, coupon }),
  name: promotionTitle(promotion),
  price: -numberOf(amount),
  sort_order: promotion.sort_order,
});

const promotionTitle = ({ title, name }: PromotionRule): string => title || name;

function toApplied(
  { promotion, coupon }: Candidate,
  amount: Amount,
  discounts: readonly LineDiscount[],
): AppliedPromotion {
  return {
    promotion_id: promotion.promotion_id,
    title: promotionTitle(promotion),
    ...(coupon && { coupon }),
    amount: numberOf(amount),
    allocations: toAllocations(discounts),
  };
}

const toAllocations = (discounts: readonly LineDiscount[]): Allocation[] =>
  discounts
    .map(({ line, amount }) => ({ index: line.index, amount: numberOf(amount) }))
    .sort((a, b) => a.index - b.index);
