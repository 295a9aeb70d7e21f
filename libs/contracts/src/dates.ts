import { DateTime } from 'luxon';

const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/;
const LOCAL = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * Reads a date-time as clients write it (RFC 3339, or `YYYY-MM-DD[ HH:MM:SS]` in the account's zone) and returns it in UTC,
 * or undefined when it is none. An `end` that names a second or a day means the end of it.
 */
export function utcOf(text: string, zone: string, bound: 'start' | 'end'): string | undefined {
  const isDay = DAY.test(text);
  if (!isDay && !LOCAL.test(text) && !RFC_3339.test(text)) return undefined;
  const at = DateTime.fromISO(text.replace(/[ t]/, 'T'), { zone });
  if (!at.isValid || at.year < 1 || at.year > 9999) return undefined;
  const last = isDay ? at.endOf('day') : at;
  if (bound === 'end' && !text.includes('.')) return `${last.toUTC().toFormat("yyyy-MM-dd'T'HH:mm:ss")}.999999Z`;
  return at.toUTC().toISO({ suppressMilliseconds: true }) ?? undefined;
}

/** True for a calendar day written `YYYY-MM-DD`. */
export const isDay = (text: string): boolean => DAY.test(text) && DateTime.fromISO(text).isValid;

/** A point in time as every response shows it: RFC 3339 in UTC with seconds. Nothing is the empty string. */
export const shownDate = (at: Date | null): string => (at ? `${at.toISOString().slice(0, 19)}Z` : '');
