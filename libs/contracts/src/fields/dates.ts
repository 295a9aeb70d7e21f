import { DateTime } from 'luxon';

const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt ]([01]\d|2[0-3]):\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
const LOCAL = /^\d{4}-\d\d-\d\d[Tt ]([01]\d|2[0-3]):\d\d:\d\d$/;
const DAY = /^(?!0000)\d{4}-\d\d-\d\d$/;

/**
 * Reads a date-time as clients write it (RFC 3339, or without an offset or a time in the account's zone) and returns it in UTC,
 * or undefined when it is none. An `end` that names a second or a day means the end of it. A local time that the clocks
 * pass twice means the first, one that they skip is read as before the change (RFC 5545).
 */
export function utcOf(text: string, zone: string, bound: 'start' | 'end'): string | undefined {
  const isDay = DAY.test(text);
  const hasOffset = RFC_3339.test(text);
  if (!isDay && !LOCAL.test(text) && !hasOffset) return undefined;
  const read = DateTime.fromISO(text.replace(/[ t]/, 'T'), { zone });
  if (!read.isValid || read.year < 1) return undefined;
  // Luxon's own choice between two depends on the day that it is asked.
  const [at = read] = hasOffset ? [] : read.getPossibleOffsets();
  const last = isDay ? at.endOf('day') : at;
  if (bound === 'end' && !text.includes('.')) return `${last.toUTC().toISO()?.slice(0, 19)}.999999Z`;
  return at.toUTC().toISO({ suppressMilliseconds: true }) ?? undefined;
}

/** True for a calendar day written `YYYY-MM-DD`. */
export const isDay = (text: string): boolean => DAY.test(text) && DateTime.fromISO(text).isValid;

/** Whether a value is the date or date-time by which MySQL and its clients say that there is none. */
export const isNotSet = (value: unknown): boolean => value === '0000-00-00' || value === '0000-00-00 00:00:00';

/** A point in time as every response shows it: RFC 3339 in UTC with seconds. Nothing is the empty string. */
export const shownDate = (at: Date | null): string => (at ? `${at.toISOString().slice(0, 19)}Z` : '');

/** The calendar day that it is now in a time zone, `YYYY-MM-DD`. */
export const todayIn = (zone: string): string => DateTime.now().setZone(zone).toFormat('yyyy-MM-dd');
