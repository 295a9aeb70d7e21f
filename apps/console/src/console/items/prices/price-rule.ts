import { amountIn } from '../../text/numbers.js';

/** The ways to change a price. */
export const WAYS = ['set', 'raisePercent', 'lowerPercent', 'raise', 'lower'] as const;

export interface PriceRule {
  readonly way: (typeof WAYS)[number];
  readonly value: string;
  /** The new price is the nearest multiple of this, less the next one: 1 less 0.01 ends all prices in .99. */
  readonly multiple: string;
  readonly less: string;
  readonly language: string;
}

export const NO_RULE: Omit<PriceRule, 'language'> = { way: 'raisePercent', value: '', multiple: '', less: '' };

/** Returns the price by the rule, with at most these decimals; undefined while the rule is not complete. */
export function priceBy(
  { way, value, multiple, less, language }: PriceRule,
  price: number,
  decimals: number,
): number | undefined {
  const amount = amountIn(value, language);
  const step = multiple.trim() ? amountIn(multiple, language) : 10 ** -decimals;
  const off = less.trim() ? amountIn(less, language) : 0;
  if (!(amount >= 0) || !(step > 0) || !(off >= 0)) return undefined;
  const ways = {
    set: amount,
    raisePercent: price * (1 + amount / 100),
    lowerPercent: price * (1 - amount / 100),
    raise: price + amount,
    lower: price - amount,
  };
  // Twelve digits are exact; those behind are the error of binary fractions.
  const steps = Math.round(Number((ways[way] / step).toPrecision(12)));
  return Math.max(0, Number((steps * step - off).toFixed(decimals)));
}
