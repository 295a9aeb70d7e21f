import Big from 'big.js';
import { DateTime } from 'luxon';
import type { ColumnRule } from './mapping-terms.js';

/** A cell that its rule cannot read. */
export class CellFault extends Error {}

/** Returns the text of a cell by its rule. A cell that is no text or number stays as it is. */
export function converted(cell: unknown, rule: ColumnRule): unknown {
  if (typeof cell !== 'string' && typeof cell !== 'number') return cell;
  const { cut, values, decimal, times, date } = rule;
  let text = String(cell).trim();
  if (cut) text = text.replace(new RegExp(cut), '');
  if (values) text = values[text] ?? (text ? values['*'] : undefined) ?? text;
  if (!text) return '';
  if (decimal) text = withPoint(text, decimal);
  if (times) text = product(text, times);
  return date ? dateIn(text, date) : text;
}

/** Takes the marks between thousands away. Any other place of such a mark is a fault: 12.50 is no 1250. */
function withPoint(text: string, decimal: ',' | '.'): string {
  const [whole = '', ...decimals] = text.replace(/\s/g, '').split(decimal);
  const groups = whole.split(decimal === ',' ? '.' : ',');
  const last = groups.length > 1 ? groups.at(-1) : undefined;
  if (last !== undefined && !/^\d{3}$/.test(last))
    throw new CellFault(`must be a number with '${decimal}' before its decimals, not '${text}'.`);
  return [groups.join(''), ...decimals].join('.');
}

function product(text: string, times: string): string {
  try {
    return new Big(text).times(times).toFixed();
  } catch {
    throw new CellFault(`must be a number, not '${text}'.`);
  }
}

function dateIn(text: string, format: string): string {
  const date = DateTime.fromFormat(text, format, { zone: 'utc' });
  if (!date.isValid) throw new CellFault(`must be a date like ${format}, not '${text}'.`);
  // Only a text with an offset is another instant in another zone.
  const hasOffset = +date === +DateTime.fromFormat(text, format, { zone: 'utc+1' });
  return hasOffset ? date.toISO() : date.toFormat('yyyy-MM-dd HH:mm:ss');
}

const FLAGS: Readonly<Record<string, string>> = { true: '1', yes: '1', false: '0', no: '0' };

/** Returns a flag as the contract reads it; the contract refuses other words. */
export const flagIn = (text: string): string => FLAGS[text.toLowerCase()] ?? text;

/** Splits a text over fields: each but the last gets one part, and the last one gets the rest. */
export function partsOf(text: string, separator: string, count: number): readonly string[] {
  const parts = text.split(separator);
  return [...parts.slice(0, count - 1), parts.slice(count - 1).join(separator)].map((part) => part.trim());
}
