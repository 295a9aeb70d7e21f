import type { Outcome } from '../../http/exchange.js';

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
/** The pauses after failed attempts: ten attempts in all. */
const SCHEDULE = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
/** Later events of a record wait for an earlier one until it has failed this often. */
export const HOLDING_TRIES = 3;
const JITTER = 0.2;
const BUSY = [429, 502, 504];

/** Returns the pause in ms after the failed attempt that was the `tries`th; undefined means that it was the last. */
export function retryDelay(
  tries: number,
  outcome: Pick<Outcome, 'status' | 'failure' | 'retry_after'>,
): number | undefined {
  const scheduled = SCHEDULE[tries - 1];
  if (scheduled === undefined) return undefined;
  const isBusy = BUSY.includes(outcome.status) || outcome.failure === 'timeout';
  const least = isBusy ? Math.max(scheduled, MINUTE) : scheduled;
  const wanted = retryAfterMs(outcome.retry_after);
  const pause = Math.max(wanted ?? least, least) * (1 + JITTER * Math.random());
  return Math.round(wanted === undefined ? pause : Math.min(pause, Math.max(2 * scheduled, HOUR)));
}

/** Reads the header as seconds, also with a fraction, or as an HTTP date. */
export function retryAfterMs(header: string, now_ms = Date.now()): number | undefined {
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * SECOND;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : date - now_ms;
}
