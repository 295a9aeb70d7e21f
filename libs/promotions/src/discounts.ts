import { type Amount, amountOf, least, rounded, sumAmounts, times, unitOf } from './amount.js';
import type { PromotionRule } from './rules.js';
import { split } from './split.js';
import {
  bookedOn,
  cheapestUnits,
  gotUnits,
  type Line,
  percentOf,
  percentOfUnits,
  type Units,
  unitsValue,
} from './units.js';

export interface Eligible {
  readonly lines: readonly Line[];
  /** A `buy_get` may reduce the units of these lines. */
  readonly gettable: readonly Line[];
}
/** Amounts of the base currency become booked ones by these rules. */
export interface Money {
  readonly currency_value: number;
  readonly decimals: number;
}
export interface LineDiscount {
  readonly line: Line;
  readonly amount: Amount;
}

export const inCurrency = (amount: number, { currency_value }: Pick<Money, 'currency_value'>): Amount =>
  times(amountOf(amount), amountOf(currency_value));

export function lineDiscounts(promotion: PromotionRule, eligible: Eligible, money: Money): LineDiscount[] {
  const discounts = discountedUnits(promotion, eligible)
    .map((units) => ({
      line: units.line,
      amount: bookedOn(units.line, exactDiscount(promotion, units, money), money.decimals),
    }))
    .filter(({ amount }) => amount > 0n);
  const most = mostOf(promotion, money);
  const amounts = discounts.map(({ amount }) => amount);
  if (most === undefined || sumAmounts(amounts) <= most) return discounts;
  const parts = split(most, amounts, { unit: unitOf(money.decimals), caps: amounts });
  return discounts.map(({ line }, i) => ({ line, amount: parts[i] ?? 0n })).filter(({ amount }) => amount > 0n);
}

/** Returns the discounts of a total promotion: rounded once in total, then split by what is left of the lines. */
export function totalDiscounts(promotion: PromotionRule, { lines }: Eligible, money: Money): LineDiscount[] {
  const { type, configuration } = promotion;
  const units = cheapestUnits(lines, configuration.maximum_quantity ?? 0).filter(({ line }) => line.left > 0n);
  const values = units.map(unitsValue);
  const exact =
    type === 'percent'
      ? sumAmounts(units.map((each) => percentOfUnits(each, configuration.percent ?? 0)))
      : least(inCurrency(configuration.amount ?? 0, money), sumAmounts(values));
  // The worth of some units of a line may be rounded up: the rest of the line has room for it.
  const caps = units.map(({ line }) => line.left);
  const amount = cappedDiscount(exact, sumAmounts(caps), promotion, money);
  const parts = split(amount, values, { unit: unitOf(money.decimals), caps });
  return units.map(({ line }, i) => ({ line, amount: parts[i] ?? 0n })).filter((discount) => discount.amount > 0n);
}

export const shippingDiscount = (promotion: PromotionRule, left: Amount, money: Money): Amount =>
  left <= 0n ? 0n : cappedDiscount(percentOf(left, promotion.configuration.percent ?? 100), left, promotion, money);

/** Books all that is left, else the amount rounded once, at most the promotion's maximum. */
function cappedDiscount(exact: Amount, left: Amount, promotion: PromotionRule, money: Money): Amount {
  const booked = exact >= left ? left : least(rounded(exact, money.decimals), left);
  const most = mostOf(promotion, money);
  return least(most ?? booked, booked);
}

const mostOf = ({ configuration: { maximum_discount } }: PromotionRule, money: Money): Amount | undefined =>
  maximum_discount ? rounded(inCurrency(maximum_discount, money), money.decimals) : undefined;

function discountedUnits({ type, configuration }: PromotionRule, { lines, gettable }: Eligible): Units[] {
  const { maximum_quantity = 0, buy_quantity = 1, get_quantity = 1, repeat = true } = configuration;
  const worth = (line: Line) => line.left > 0n;
  // A line that earlier promotions made free has units to buy, and none to get.
  return type === 'buy_get'
    ? gotUnits(lines, gettable.filter(worth), { buy_quantity, get_quantity, repeat }, maximum_quantity)
    : cheapestUnits(lines.filter(worth), maximum_quantity);
}

function exactDiscount({ type, configuration }: PromotionRule, units: Units, money: Money): Amount {
  const { percent, amount = 0, per = 'line', price } = configuration;
  if (type === 'percent') return percentOfUnits(units, percent ?? 0);
  if (type === 'buy_get') return percentOfUnits(units, percent ?? 100);
  const value = unitsValue(units);
  const count = amountOf(units.count);
  if (type === 'price') return price === undefined ? 0n : value - times(inCurrency(price, money), count);
  const given = inCurrency(amount, money);
  return least(per === 'unit' ? times(given, count) : given, value);
}
