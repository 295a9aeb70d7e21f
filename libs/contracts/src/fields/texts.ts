const BEYOND_ASCII = /[\u0080-\uffff]/;
/** Characters without a width, which come along unseen when a code is copied or scanned. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** Reads text in NFC. `trim` takes white space and invisible characters from codes and addresses. */
export function asText(value: unknown, trim: boolean): unknown {
  if (Number.isSafeInteger(value)) return String(value);
  if (typeof value !== 'string') return value;
  // ASCII is in NFC already, and nearly all texts are ASCII.
  if (!BEYOND_ASCII.test(value)) return trim ? value.trim() : value;
  return (trim ? value.replace(INVISIBLE, '').trim() : value).normalize('NFC');
}

/** Counts Unicode code points, each of up to two units of a string. */
export const fitsIn = (max: number, text: string): boolean =>
  text.length <= max || (text.length <= 2 * max && [...text].length <= max);

export const isBlank = (value: unknown): boolean => typeof value === 'string' && !value.trim();
