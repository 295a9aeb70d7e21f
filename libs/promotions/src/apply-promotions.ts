import { Big } from 'big.js';
import { sumOf, ZERO } from './allocate.js';
import {
  clockIn,
  notCombinable,
  nothingEligible,
  type Rejection,
  rejectionOf,
  unknownCoupon,
  usedOnce,
} from './conditions.js';
import { type LineDiscount, lineDiscounts, MONEY_DECIMALS, shippingDiscount, totalDiscounts } from './discounts.js';
import { couponOf, promotionCode } from './promotion-code.js';
import type {
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

/**
 * Applies an account's promotions to a cart. Pure and exact: the service and offline tills use the same function. Line promotions come
 * before total promotions; then `sort_order` decides, then the id.
 */
export function applyPromotions(cart: Cart, rules: Rules, now: Date): Evaluation {
  const lines = cart.products.map(toLine);
  const money = { currency_value: cart.currency_value, decimals: Math.min(cart.decimal_place, MONEY_DECIMALS) };
  const clock = clockIn(rules.zone, now);
  const itemsOf = itemsByCategory(rules);
  const among = (categories: readonly number[]) => linesOf(lines, categories, itemsOf);
  const { candidates, rejected } = candidatesOf(cart, rules.promotions);
  const applied: AppliedPromotion[] = [];
  const lineTotals: TotalLine[][] = lines.map(() => []);
  const totals: TotalLine[] = [];
  let shipping = sumOf(cart.totals.filter(isShipping).map(({ price }) => new Big(price)));
  let exclusive_id = 0;

  for (const candidate of candidates) {
    const { promotion, coupon } = candidate;
    const { promotion_id, total_promotion, type, configuration } = promotion;
    const refuse = (rejection: Rejection) => {
      if (coupon || cart.explain) rejected.push({ promotion_id, ...(coupon && { coupon }), ...rejection });
    };
    const eligible = among(promotion.categories);
    const rejection = rejectionOf(promotion, eligible, cart, rules, clock);
    if (rejection) {
      refuse(rejection);
      continue;
    }
    const [first] = applied;
    const rival_id = exclusive_id || (configuration.exclusive ? first?.promotion_id : 0);
    if (rival_id) {
      refuse(notCombinable(promotion, rival_id));
      continue;
    }
    const gettable = configuration.get_categories?.length ? among(configuration.get_categories) : eligible;
    const goods = { lines: eligible, gettable };
    const isOnShipping = type === 'shipping';
    const discounts = isOnShipping
      ? []
      : total_promotion
        ? totalDiscounts(promotion, goods, money)
        : lineDiscounts(promotion, goods, money);
    const amount = isOnShipping
      ? shippingDiscount(promotion, shipping, money)
      : sumOf(discounts.map((discount) => discount.amount));
    if (amount.lte(0)) {
      refuse(nothingEligible(promotion));
      continue;
    }
    if (isOnShipping) shipping = shipping.minus(amount);
    for (const { line, amount: part } of discounts) {
      line.left = line.left.minus(part);
      if (!total_promotion) lineTotals[line.index]!.push(totalLine(candidate, part));
    }
    if (total_promotion) totals.push(totalLine(candidate, amount));
    applied.push(toApplied(candidate, amount, discounts));
    if (configuration.exclusive) exclusive_id = promotion_id;
  }

  const given = sumOf(cart.totals.map(({ price }) => new Big(price)));
  const paid = sumOf(applied.map(({ amount }) => new Big(amount)));
  const goods = sumOf(lines.map(({ value }) => value));
  return {
    products: lineTotals.map((each) => ({ totals: each })),
    totals,
    applied,
    rejected,
    total: goods.plus(given).minus(paid).toNumber(),
  };
}

/** The promotions to try, in their order, and the coupons that ask for none or for one that another coupon asks for. */
function candidatesOf(cart: Cart, promotions: readonly PromotionRule[]) {
  const rejected: RejectedPromotion[] = [];
  const given = [...new Set(cart.coupons.map(couponOf))];
  const known = new Set<string>();
  const candidates = [...promotions].sort(byTurn).flatMap((promotion): Candidate[] => {
    const { promotion_id, configuration } = promotion;
    const own = configuration.coupons ?? [];
    if (!own.length) return [{ promotion }];
    const fitting = given.filter((coupon) => own.some((each) => couponOf(each) === coupon));
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

const itemsByCategory = ({ categories }: Rules): ReadonlyMap<number, ReadonlySet<number>> =>
  new Map(
    categories.map(({ promotion_category_id, items }) => [
      promotion_category_id,
      new Set(items.map(({ item_id }) => item_id)),
    ]),
  );

/** The lines of items in these categories, or all without categories; a line that is worth nothing is none of them. */
function linesOf(
  lines: readonly Line[],
  categories: readonly number[],
  itemsOf: ReadonlyMap<number, ReadonlySet<number>>,
): Line[] {
  const isIn = ({ item_id }: Line) => !categories.length || categories.some((id) => itemsOf.get(id)?.has(item_id));
  return lines.filter((line) => line.value.gt(ZERO) && isIn(line));
}

const totalLine = ({ promotion, coupon }: Candidate, amount: Big): TotalLine => ({
  code: promotionCode({ promotion_id: promotion.promotion_id, coupon }),
  name: titleOf(promotion),
  price: amount.times(-1).toNumber(),
  sort_order: promotion.sort_order,
});

const titleOf = ({ title, name }: PromotionRule): string => title || name;

function toApplied(
  { promotion, coupon }: Candidate,
  amount: Big,
  discounts: readonly LineDiscount[],
): AppliedPromotion {
  return {
    promotion_id: promotion.promotion_id,
    title: titleOf(promotion),
    ...(coupon && { coupon }),
    amount: amount.toNumber(),
    allocations: discounts
      .map(({ line, amount: part }) => ({ index: line.index, amount: part.toNumber() }))
      .sort((a, b) => a.index - b.index),
  };
}
