import { DateTime } from 'luxon';

const HOUR = String.raw`(?:[01]\d|2[0-3])`;
/** A time with or without seconds. */
const TIME = String.raw`(${HOUR}:\d\d)(:\d\d(\.\d{1,9})?)?`;
/** An offset by its digits or by one of the names of offset 0. */
const OFFSET = String.raw`(?: ?(Z|UTC|GMT|[+-]${HOUR}:?[0-5]\d))?`;
const DATE_TIME = new RegExp(String.raw`^(\d{4}-\d\d-\d\d)[T ]${TIME}${OFFSET}$`, 'i');
const UTC = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;
const DAY = /^(?!0000)\d{4}-\d\d-\d\d$/;

/**
 * Reads a date-time as clients write it: RFC 3339 and its usual variants, or without an offset or a time in the
 * account's zone. Returns it in UTC, or undefined when it is none. An `end` that names a day, a minute or a second
 * means its end. The first of two counts where the clocks pass a local time twice; one that they skip is read as
 * before the change (RFC 5545).
 */
export function utcOf(text: string, zone: string, bound: 'start' | 'end'): string | undefined {
  const isDay = DAY.test(text);
  const [, day, time, second, fraction, offset] = DATE_TIME.exec(text) ?? [];
  if (!isDay && (!day || (fraction && !offset))) return undefined;
  const read = DateTime.fromISO(isDay ? text : `${day}T${time}${second ?? ''}${isoOffset(offset)}`, { zone });
  if (!read.isValid || read.year < 1) return undefined;
  // Luxon's own choice between the two depends on the current day.
  const [at = read] = offset ? [] : read.getPossibleOffsets();
  if (bound === 'end' && !fraction) {
    const last = at.endOf(isDay ? 'day' : second ? 'second' : 'minute');
    return `${last.toUTC().toISO()?.slice(0, 19)}.999999Z`;
  }
  return at.toUTC().toISO({ suppressMilliseconds: true }) ?? undefined;
}

const isoOffset = (offset = ''): string => (/^[a-z]/i.test(offset) ? 'Z' : offset);

export const isUtc = (text: string): boolean => UTC.test(text) && DateTime.fromISO(text).isValid;

/** Tells whether a text is a calendar day, `YYYY-MM-DD`. */
export const isDay = (text: string): boolean => DAY.test(text) && DateTime.fromISO(text).isValid;

/** Tells whether a value is the date or date-time by which MySQL and its clients say that there is none. */
export const isNotSet = (value: unknown): boolean =>
  typeof value === 'string' && /^0000-00-00( 00:00(:00)?)?$/.test(value);

/** Shows a point in time as every response does, in RFC 3339 in UTC with seconds. Null becomes the empty string. */
export const shownDate = (at: Date | null): string => (at ? `${at.toISOString().slice(0, 19)}Z` : '');

export const todayIn = (zone: string): string => DateTime.now().setZone(zone).toFormat('yyyy-MM-dd');
