import { type Amount, amountOf, least, rounded, times } from './amount.js';
import type { CartLine } from './rules.js';

/** A line of the cart, with what earlier promotions left of it. */
export interface Line {
  readonly index: number;
  readonly item_id: number;
  readonly quantity: number;
  readonly value: Amount;
  left: Amount;
}
export interface Units {
  readonly line: Line;
  readonly count: number;
}
export interface Groups {
  readonly buy_quantity: number;
  readonly get_quantity: number;
  readonly repeat: boolean;
}

export function toLine({ item_id, quantity, price, discount = 0, discount_total = 0 }: CartLine, index: number): Line {
  const ofUnit = amountOf(price) - amountOf(discount);
  const value = times(ofUnit, amountOf(quantity)) - amountOf(discount_total);
  return { index, item_id, quantity, value, left: value };
}

export const countUnits = (lines: readonly Line[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);

export const unitsValue = ({ line, count }: Units): Amount =>
  count === line.quantity ? line.left : (line.left * amountOf(count)) / amountOf(line.quantity);

/** Returns a percentage of the worth of these units, in one division, so that its rounding is exact. */
export const percentOfUnits = ({ line, count }: Units, percent: number): Amount =>
  count === line.quantity
    ? percentOf(line.left, percent)
    : (line.left * amountOf(count) * ratioOf(percent)) / (amountOf(line.quantity) * HUNDRED);

export const percentOf = (value: Amount, percent: number): Amount => (value * ratioOf(percent)) / HUNDRED;
const HUNDRED = amountOf(100);
const ratioOf = (percent: number): Amount => amountOf(Math.min(percent, 100));

const cheapestFirst = (lines: readonly Line[]): Line[] =>
  [...lines].sort((a, b) => {
    const [one, other] = [a.left * amountOf(b.quantity), b.left * amountOf(a.quantity)];
    return one === other ? a.index - b.index : one < other ? -1 : 1;
  });

const byPosition = (a: Units, b: Units): number => a.line.index - b.line.index;

/** Returns at most this many units of the lines, the cheapest first, listed by position; 0 stands for all. */
export function cheapestUnits(lines: readonly Line[], most: number): Units[] {
  if (!most) return lines.map((line) => ({ line, count: line.quantity }));
  let rest = most;
  const taken = cheapestFirst(lines).map((line) => {
    const count = Math.min(rest, line.quantity);
    rest -= count;
    return { line, count };
  });
  return taken.filter(({ count }) => count > 0).sort(byPosition);
}

/** Takes the cheapest of `gettable` first. No unit counts as both bought and got. */
export function gotUnits(bought: readonly Line[], gettable: readonly Line[], groups: Groups, most: number): Units[] {
  const { buy_quantity, get_quantity, repeat } = groups;
  const isBought = (line: Line) => bought.includes(line);
  const onlyBought = countUnits(bought.filter((line) => !gettable.includes(line)));
  const onlyGot = countUnits(gettable.filter((line) => !isBought(line)));
  const both = countUnits(gettable.filter(isBought));
  const possible = Math.floor(
    Math.min(
      (onlyBought + both) / buy_quantity,
      (onlyGot + both) / get_quantity,
      (onlyBought + onlyGot + both) / (buy_quantity + get_quantity),
    ),
  );
  const count = Math.min(possible, repeat ? Infinity : 1);
  let rest = Math.min(count * get_quantity, most || Infinity);
  let spare = both - Math.max(0, count * buy_quantity - onlyBought);
  const taken = cheapestFirst(gettable).map((line) => {
    const got = Math.min(rest, line.quantity, isBought(line) ? spare : Infinity);
    rest -= got;
    if (isBought(line)) spare -= got;
    return { line, count: got };
  });
  return taken.filter((units) => units.count > 0).sort(byPosition);
}

/** Returns a discount on a line as it is booked: rounded once, and all that is left where it takes all. */
export const bookedOn = (line: Line, discount: Amount, decimals: number): Amount => {
  if (discount <= 0n) return 0n;
  return discount >= line.left ? line.left : least(rounded(discount, decimals), line.left);
};
