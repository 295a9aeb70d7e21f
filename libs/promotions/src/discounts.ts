import { Big } from 'big.js';
import { allocate, least, sumOf, ZERO } from './allocate.js';
import type { PromotionRule } from './rules.js';
import { bookedOn, cheapestUnits, gotUnits, type Line, type Units, valueOf } from './units.js';

/** Money of orders has no more decimals than this. */
export const MONEY_DECIMALS = 4;

/** The goods that a promotion may act on. */
export interface Eligible {
  readonly lines: readonly Line[];
  /** Of a `buy_get`: the lines whose units may be reduced. */
  readonly gettable: readonly Line[];
}
/** How amounts of the base currency become booked ones. */
export interface Money {
  readonly currency_value: number;
  readonly decimals: number;
}
export interface LineDiscount {
  readonly line: Line;
  readonly amount: Big;
}

/** A product is exact and much cheaper than a quotient. */
const HUNDREDTH = new Big('0.01');
const percentOf = (value: Big, percent: number): Big => value.times(Math.min(percent, 100)).times(HUNDREDTH);
const inCurrency = (amount: number, { currency_value }: Money): Big => new Big(amount).times(currency_value);

export function lineDiscounts(promotion: PromotionRule, eligible: Eligible, money: Money): LineDiscount[] {
  const discounts = unitsOf(promotion, eligible)
    .map((units) => ({
      line: units.line,
      amount: bookedOn(units.line, exactDiscount(promotion, units, money), money.decimals),
    }))
    .filter(({ amount }) => amount.gt(0));
  const most = mostOf(promotion, money);
  const amounts = discounts.map(({ amount }) => amount);
  if (!most || sumOf(amounts).lte(most)) return discounts;
  const parts = allocate(most, amounts, { decimals: money.decimals, isCapped: true });
  return discounts.map(({ line }, i) => ({ line, amount: parts[i] ?? ZERO })).filter(({ amount }) => amount.gt(0));
}

/** The discounts of a total promotion: rounded once in total, then split by what is left of the lines. */
export function totalDiscounts(promotion: PromotionRule, { lines }: Eligible, money: Money): LineDiscount[] {
  const { type, configuration } = promotion;
  const units = cheapestUnits(lines, configuration.maximum_quantity ?? 0).filter(({ line }) => line.left.gt(0));
  // A part of a line's units may be worth more decimals than money has.
  const values = units.map((each) => valueOf(each).round(MONEY_DECIMALS, Big.roundDown));
  const base = sumOf(values);
  const exact =
    type === 'percent'
      ? percentOf(base, configuration.percent ?? 0)
      : least(inCurrency(configuration.amount ?? 0, money), base);
  const amount = capped(exact, base, promotion, money);
  const parts = allocate(amount, values, { decimals: money.decimals, isCapped: true });
  return units.map(({ line }, i) => ({ line, amount: parts[i] ?? ZERO })).filter((discount) => discount.amount.gt(0));
}

export const shippingDiscount = (promotion: PromotionRule, left: Big, money: Money): Big =>
  left.lte(0) ? ZERO : capped(percentOf(left, promotion.configuration.percent ?? 100), left, promotion, money);

/** An exact discount as it is booked: rounded once, at most the base and the promotion's maximum. */
function capped(exact: Big, base: Big, promotion: PromotionRule, money: Money): Big {
  const booked = exact.gte(base) ? base : least(exact.round(money.decimals), base);
  const most = mostOf(promotion, money);
  return least(most ?? booked, booked);
}

const mostOf = ({ configuration: { maximum_discount } }: PromotionRule, money: Money): Big | undefined =>
  maximum_discount ? inCurrency(maximum_discount, money).round(money.decimals) : undefined;

function unitsOf({ type, configuration }: PromotionRule, { lines, gettable }: Eligible): Units[] {
  const { maximum_quantity = 0, buy_quantity = 1, get_quantity = 1, repeat = true } = configuration;
  const worth = (line: Line) => line.left.gt(0);
  return type === 'buy_get'
    ? gotUnits(lines, gettable, { buy_quantity, get_quantity, repeat }, maximum_quantity)
    : cheapestUnits(lines.filter(worth), maximum_quantity);
}

function exactDiscount({ type, configuration }: PromotionRule, units: Units, money: Money): Big {
  const { percent, amount = 0, per = 'line', price } = configuration;
  const value = valueOf(units);
  if (type === 'percent') return percentOf(value, percent ?? 0);
  if (type === 'buy_get') return percentOf(value, percent ?? 100);
  if (type === 'price') return price === undefined ? ZERO : value.minus(inCurrency(price, money).times(units.count));
  return least(inCurrency(amount, money).times(per === 'unit' ? units.count : 1), value);
}
