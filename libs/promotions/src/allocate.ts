import { Big } from 'big.js';
import { split } from './split.js';

interface Terms {
  /** The parts have this many decimals if the whole has. */
  readonly decimals: number;
  /** No part exceeds its weight. The whole is then at most the sum of the weights. */
  readonly isCapped?: boolean;
}

export const ZERO = new Big(0);
export const sumDecimals = (amounts: readonly Big[]): Big => amounts.reduce((sum, amount) => sum.plus(amount), ZERO);
export const least = (one: Big, other: Big): Big => (one.lt(other) ? one : other);

/** Splits like `split`, but decimals of any length. */
export function allocate(whole: Big, weights: readonly Big[], { decimals, isCapped = false }: Terms): Big[] {
  const scale = Math.max(decimals, ...[whole, ...weights].map(decimalsOf));
  const shares = weights.map((weight) => scaled(weight, scale));
  const unit = 10n ** BigInt(scale - decimals);
  const parts = split(scaled(whole, scale), shares, { unit, caps: isCapped ? shares : undefined });
  const fraction = new Big(`1e-${scale}`);
  return parts.map((part) => new Big(part.toString()).times(fraction));
}

const decimalsOf = ({ c: digits, e: exponent }: Big): number => Math.max(0, digits.length - 1 - exponent);

/** Returns the amount in units of `scale` decimals, of which it has no more. */
const scaled = (amount: Big, scale: number): bigint => {
  const { c: digits, e: exponent, s: sign } = amount;
  return BigInt(sign) * BigInt(digits.join('')) * 10n ** BigInt(scale - (digits.length - 1 - exponent));
};
