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

/** A spreadsheet takes a text that begins so for a formula. A telephone keeps its plus, and a number its minus. */
export const disarmed = (column: string, value: unknown): unknown =>
  typeof value === 'string' && /^[=+\-@]/.test(value) && !/telephone/.test(column) ? `'${value}` : value;
