/** A whole number with more digits has grouping signs, or a scanner has sent it. */
const CODE_LENGTH = 8;

/** Tells whether a scanner has sent the text, into a field that holds a quantity. */
export const isScannedCode = (text: string): boolean =>
  text.trim().length >= CODE_LENGTH && /^\d+$|\p{L}/u.test(text.trim());

interface Signs {
  readonly group: string;
  readonly decimal: string;
}

const signsOf = (language: string): Signs => {
  const parts = new Intl.NumberFormat(language).formatToParts(-12_345.6);
  const signOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  return { group: signOf('group'), decimal: signOf('decimal') };
};

/** Returns the amount as the language writes it, or NaN for a text that is none or may mean two amounts. */
export function amountIn(text: string, language: string): number {
  const { group, decimal } = signsOf(language);
  const bare = text.trim().replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, '');
  const own = readWith({ group, decimal }, bare);
  if (!Number.isNaN(own)) return own;
  // Three digits behind the other sign may be a group, unless a group cannot begin so.
  const [head = '', tail = '', ...more] = bare.split(group);
  const isClear = !more.length && (tail.length !== 3 || /^[+-]?0?$/.test(head) || head.includes(decimal));
  return isClear ? readWith({ group: decimal, decimal: group }, bare) : NaN;
}

/** Returns the whole number as the language writes it, or NaN: decimals and scanned codes are none. */
export function wholeIn(text: string, language: string): number {
  const { group, decimal } = signsOf(language);
  return text.includes(decimal) || isScannedCode(text) ? NaN : readWith({ group, decimal }, text.trim());
}

/** Writes a number into a field in the language, so that it is read as the same number. */
export const fieldText = (number: number, language: string): string =>
  new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 10 }).format(number);

function readWith({ group, decimal }: Signs, text: string): number {
  const [whole = '', decimals = '', ...more] = text.split(decimal);
  const isGrouped = new RegExp(`^[+-]?[1-9]\\d{0,2}(\\${group}\\d{3})+$`).test(whole);
  const isPlain = /^[+-]?\d+$/.test(whole) || (/^[+-]?$/.test(whole) && decimals);
  if (more.length || !(isGrouped || isPlain) || !/^\d*$/.test(decimals)) return NaN;
  return Number(`${whole.replaceAll(group, '')}.${decimals}`);
}

export type NumberKind = 'amount' | 'whole';

export const numberIn = (text: string, kind: NumberKind, language: string): number =>
  (kind === 'whole' ? wholeIn : amountIn)(text, language);

/** A text of spaces alone is no number, but nothing is unclear about it. */
export const isUnclear = (text: string, kind: NumberKind, language: string): boolean =>
  text.trim() !== '' && Number.isNaN(numberIn(text, kind, language));
