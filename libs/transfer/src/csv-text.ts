/** Returns one line of CSV. */
export const csvLine = (cells: readonly unknown[], delimiter = ','): string =>
  `${cells.map((cell) => quoted(textOf(cell), delimiter)).join(delimiter)}\r\n`;

/** Returns the text of a cell; lists and objects are JSON. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const quoted = (text: string, delimiter: string): string =>
  /["\r\n]/.test(text) || text.includes(delimiter) || /^\s|\s$/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;

/**
 * Puts an apostrophe before a text that a spreadsheet takes for a formula. A telephone number keeps its plus, and a
 * number its minus.
 */
export function disarmed(column: string, value: unknown): unknown {
  const isNumber = /telephone/.test(column) && /^\+[\d\s()./-]*$/.test(String(value));
  return typeof value === 'string' && !isNumber && /^'*\s*[=+\-@]/.test(value) ? `'${value}` : value;
}

/** Puts another apostrophe before a text that looks disarmed, so that an import takes only this one away. */
export const escaped = (value: unknown): unknown =>
  typeof value === 'string' && isDisarmed(value) ? `'${value}` : value;

export const undisarmed = (text: string): string => (isDisarmed(text) ? text.slice(1) : text);

const isDisarmed = (text: string): boolean => /^'+\s*[=+\-@]/.test(text);
