import { type TextName, useText } from './language.js';
import { fieldText, isUnclear, type NumberKind, numberIn } from './numbers.js';

const RULES: Readonly<Record<NumberKind, TextName>> = { amount: 'numberUnclear', whole: 'numberNotWhole' };
const EXAMPLES: Readonly<Record<NumberKind, number>> = { amount: 1_234.5, whole: 1_234 };

export function useNumbers() {
  const { t, language } = useText();
  const ruleOf = (kind: NumberKind) =>
    t(RULES[kind], { example: new Intl.NumberFormat(language).format(EXAMPLES[kind]) });
  return {
    read: (text: string, kind: NumberKind = 'amount') => numberIn(text, kind, language),
    write: (number: number) => fieldText(number, language),
    /** Says how a number of this kind is written. */
    ruleOf,
    /** Returns the words for a text that is no clear number; undefined for an empty one. */
    faultOf: (text: string, kind: NumberKind = 'amount') =>
      isUnclear(text, kind, language) ? ruleOf(kind) : undefined,
  };
}
