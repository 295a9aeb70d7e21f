import { Big } from 'big.js';

/**
 * An exact amount as an integer: units of 10^-12, the decimals of a price times a rate. Integers, because a sum of
 * decimals takes ten times as long. A quotient of positive amounts is cut off at this unit, so rounding it half up at
 * fewer decimals is still exact.
 */
export type Amount = bigint;

const DECIMALS = 12;
export const MONEY_DECIMALS = 4;
const MONEY_SCALE = 10 ** MONEY_DECIMALS;
/** A number beyond this limit may stand for several decimals. */
const MOST_MONEY = 1e15;

export const unitOf = (decimals: number): Amount => UNITS[decimals] ?? 1n;
const UNITS = Array.from({ length: DECIMALS + 1 }, (_, decimals) => 10n ** BigInt(DECIMALS - decimals));
const ONE = unitOf(0);
const MONEY_UNIT = unitOf(MONEY_DECIMALS);

export function amountOf(value: number): Amount {
  const money = Math.round(value * MONEY_SCALE);
  const isMoney = money / MONEY_SCALE === value && Math.abs(money) < MOST_MONEY;
  return isMoney ? BigInt(money) * MONEY_UNIT : BigInt(new Big(value).times(`1e${DECIMALS}`).toFixed(0));
}

export function numberOf(amount: Amount): number {
  const money = amount / MONEY_UNIT;
  const isMoney = money * MONEY_UNIT === amount && money < MOST_MONEY && money > -MOST_MONEY;
  return isMoney ? Number(money) / MONEY_SCALE : Number(`${amount}e-${DECIMALS}`);
}

export const amountText = (amount: Amount): string => new Big(`${amount}e-${DECIMALS}`).toFixed();

export const times = (one: Amount, other: Amount): Amount => (one * other) / ONE;
/** Returns an amount of at least 0, rounded half up. */
export const rounded = (amount: Amount, decimals: number): Amount => {
  const unit = unitOf(decimals);
  return ((amount + unit / 2n) / unit) * unit;
};
export const least = (one: Amount, other: Amount): Amount => (one < other ? one : other);
export const sumAmounts = (amounts: readonly Amount[]): Amount => amounts.reduce((sum, amount) => sum + amount, 0n);
