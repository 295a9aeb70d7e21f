import { Big } from 'big.js';

interface Terms {
  /** The parts have so many decimals where the whole has. */
  readonly decimals: number;
  /** No part exceeds its weight. The whole is at most the sum of the weights then. */
  readonly isCapped?: boolean;
}

export const ZERO = new Big(0);
export const sumOf = (amounts: readonly Big[]): Big => amounts.reduce((sum, amount) => sum.plus(amount), ZERO);
export const least = (one: Big, other: Big): Big => (one.lt(other) ? one : other);

/**
 * Splits a whole of at least 0 in proportion to the weights, by largest remainder; ties go to the greater weight, then to the first.
 * The parts add up to the whole exactly. Integers, because a quotient of decimals takes ten times as long.
 */
export function allocate(whole: Big, weights: readonly Big[], { decimals, isCapped = false }: Terms): Big[] {
  const sum = sumOf(weights);
  if (sum.lte(0) || whole.lte(0)) return weights.map(() => ZERO);
  if (isCapped && whole.gte(sum)) return [...weights];
  const scale = Math.max(decimals, ...[whole, ...weights].map(decimalsOf));
  const total = scaled(whole, scale);
  const shares = weights.map((weight) => scaled(weight, scale));
  const unit = 10n ** BigInt(scale - decimals);
  const divisor = scaled(sum, scale) * unit;
  const parts = shares.map((share) => ((total * share) / divisor) * unit);
  let rest = parts.reduce((left, part) => left - part, total);
  const roomOf = (i: number) => (isCapped ? shares[i]! - parts[i]! : rest);
  const give = (i: number, amount: bigint) => {
    parts[i] = parts[i]! + amount;
    rest -= amount;
  };
  const ranked = shares
    .map((share, index) => ({ index, share, remainder: (total * share) % divisor }))
    .filter(({ share }) => share > 0n)
    .sort((a, b) => descending(a.remainder, b.remainder) || descending(a.share, b.share) || a.index - b.index);
  for (const { index } of ranked) {
    const step = lesser(unit, rest);
    if (step > 0n && roomOf(index) >= step) give(index, step);
  }
  // Weights with more decimals than the parts may leave no room for a whole unit.
  for (const { index } of ranked) give(index, lesser(rest, roomOf(index)));
  const fraction = new Big(`1e-${scale}`);
  return parts.map((part) => new Big(part.toString()).times(fraction));
}

const decimalsOf = ({ c: digits, e: exponent }: Big): number => Math.max(0, digits.length - 1 - exponent);

/** The amount in units of `scale` decimals, of which it has no more. */
const scaled = (amount: Big, scale: number): bigint => {
  const { c: digits, e: exponent, s: sign } = amount;
  return BigInt(sign) * BigInt(digits.join('')) * 10n ** BigInt(scale - (digits.length - 1 - exponent));
};

const descending = (a: bigint, b: bigint): number => (a === b ? 0 : a < b ? 1 : -1);
const lesser = (one: bigint, other: bigint): bigint => (one < other ? one : other);
