import { sumAmounts } from './amount.js';

interface Terms {
  /** The parts are multiples of it where the whole is. */
  readonly unit: bigint;
  /** No part exceeds its cap. The whole is then at most the sum of the caps. */
  readonly caps?: readonly bigint[];
}

/** Splits by largest remainder, ties to the first. The parts add up to the whole exactly. */
export function split(whole: bigint, weights: readonly bigint[], { unit, caps }: Terms): bigint[] {
  const sum = sumAmounts(weights);
  if (sum <= 0n || whole <= 0n) return weights.map(() => 0n);
  if (caps && whole >= sumAmounts(caps)) return [...caps];
  const capOf = (index: number) => caps?.[index] ?? whole;
  const divisor = sum * unit;
  const parts: bigint[] = [];
  const ranked: { index: number; remainder: bigint }[] = [];
  let rest = whole;
  for (const [index, weight] of weights.entries()) {
    const product = whole * weight;
    const units = product / divisor;
    const part = lesser(units * unit, capOf(index));
    parts.push(part);
    rest -= part;
    if (weight > 0n) ranked.push({ index, remainder: product - units * divisor });
  }
  if (rest === 0n) return parts;
  ranked.sort((a, b) => descending(a.remainder, b.remainder));
  const roomOf = (index: number) => capOf(index) - parts[index]!;
  const give = (index: number, amount: bigint) => {
    parts[index] = parts[index]! + amount;
    rest -= amount;
  };
  for (const { index } of ranked) {
    const step = lesser(unit, rest);
    if (step > 0n && roomOf(index) >= step) give(index, step);
  }
  // Weights with more decimals than the parts may leave no room for a whole unit.
  for (const { index } of ranked) give(index, lesser(rest, roomOf(index)));
  return parts;
}

const descending = (a: bigint, b: bigint): number => (a === b ? 0 : a < b ? 1 : -1);
const lesser = (one: bigint, other: bigint): bigint => (one < other ? one : other);
