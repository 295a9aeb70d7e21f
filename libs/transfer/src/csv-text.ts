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
 * Puts an apostrophe before a text that a spreadsheet takes for a formula, and before one that looks as if it had such
 * an apostrophe. A telephone number keeps its plus, and a number its minus.
 */
export function disarmed(column: string, value: unknown, isForSpreadsheets: boolean): unknown {
  const isNumber = /telephone/.test(column) && /^\+[\d\s()./-]*$/.test(String(value));
  if (typeof value !== 'string' || isNumber) return value;
  return (isForSpreadsheets ? /^'*\s*[=+\-@]/ : /^'+\s*[=+\-@]/).test(value) ? `'${value}` : value;
}

export const undisarmed = (text: string): string => (/^'+\s*[=+\-@]/.test(text) ? text.slice(1) : text);
