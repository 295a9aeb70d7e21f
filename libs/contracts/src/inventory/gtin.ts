const GTIN = /^(?:\d{8}|\d{12,14})$/;

/** Returns a code as it is compared: a GTIN of 8, 12, 13 or 14 digits as one of 14, any other as it is. */
export const comparedCode = (code: string): string => (GTIN.test(code) ? code.padStart(14, '0') : code);

/** The forms are few, so that the index of the texts as given finds them. */
export function formsOfCode(code: string): string[] {
  const full = comparedCode(code);
  const shorter = [13, 12, 8].map((length) => full.slice(-length));
  return full === code && !GTIN.test(code) ? [code] : [full, ...shorter.filter((form) => comparedCode(form) === full)];
}
