const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Reads a text as it is stored: in NFC, trimmed if `trim` is set. A safe integer is read as its digits; anything else stays as it is. */
export function asText(value: unknown, trim: boolean): unknown {
  if (Number.isSafeInteger(value)) return String(value);
  if (typeof value !== 'string') return value;
  const text = trim ? value.trim() : value;
  // ASCII is in NFC already, and nearly all texts are ASCII.
  return BEYOND_ASCII.test(text) ? text.normalize('NFC') : text;
}

/** Whether a text has at most so many characters, which are Unicode code points and up to two units of a string each. */
export const fitsIn = (max: number, text: string): boolean =>
  text.length <= max || (text.length <= 2 * max && [...text].length <= max);

/** Whether a text holds nothing but white space. */
export const isBlank = (value: unknown): boolean => typeof value === 'string' && !value.trim();
