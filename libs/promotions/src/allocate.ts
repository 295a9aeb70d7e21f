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
 * The parts add up to the whole exactly.
 */
export function allocate(whole: Big, weights: readonly Big[], { decimals, isCapped = false }: Terms): Big[] {
  const sum = sumOf(weights);
  if (sum.lte(0) || whole.lte(0)) return weights.map(() => ZERO);
  if (isCapped && whole.gte(sum)) return [...weights];
  const exact = weights.map((weight) => whole.times(weight).div(sum));
  const parts = exact.map((part) => part.round(decimals, Big.roundDown));
  const unit = new Big(10).pow(-decimals);
  let rest = whole.minus(sumOf(parts));
  const roomOf = (i: number) => (isCapped ? weights[i]!.minus(parts[i]!) : rest);
  const give = (i: number, amount: Big) => {
    parts[i] = parts[i]!.plus(amount);
    rest = rest.minus(amount);
  };
  const ranked = exact
    .map((part, index) => ({ index, weight: weights[index]!, remainder: part.minus(parts[index]!) }))
    .filter(({ weight }) => weight.gt(0))
    .sort((a, b) => b.remainder.cmp(a.remainder) || b.weight.cmp(a.weight) || a.index - b.index);
  for (const { index } of ranked) {
    const step = least(unit, rest);
    if (step.gt(0) && roomOf(index).gte(step)) give(index, step);
  }
  // Weights with more decimals than the parts may leave no room for a whole unit.
  for (const { index } of ranked) give(index, least(rest, roomOf(index)));
  return parts;
}
