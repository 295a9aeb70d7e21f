import { databaseFault, isOutdatedPlan, sqlStateOf } from '@stockbook/persistence';

/** A fault that passes by itself: the work is retried. Any error with `transient: true` counts as one. */
export class Transient extends Error {
  override readonly name = 'Transient';
  readonly transient = true;
}

/**
 * PostgreSQL: connection lost, transaction ended because it stood still, rolled back, resources short, lock not had in
 * time, operator's intervention.
 */
const PASSING_STATE = /^(08...|25P03|40...|53...|55P03|57P0.)$/;
const STATEMENT_TIMEOUT = '57014';
const LOCK_NOT_AVAILABLE = '55P03';
const PASSING_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Whether the same work may succeed later; everything else fails each time and is parked. */
export function isTransient(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('transient' in error) return error.transient === true;
  const code = sqlStateOf(error);
  // Some of what pg says of a lost connection has words alone.
  if (code === undefined) return databaseFault(error) !== undefined;
  return PASSING_STATE.test(code) || PASSING_CODES.has(code) || isOutdatedPlan(error);
}

/** Whether a statement took too long: half as many events may do, and a single one may when the database is less busy. */
export const isTimeout = (error: unknown): boolean => sqlStateOf(error) === STATEMENT_TIMEOUT;

/** An event that has to wait for an older one which is deferred. It is deferred, too. */
export class BehindDeferred extends Transient {}

/** Whether an event met a lock, or an older event that did. */
export const isContention = (error: unknown): boolean =>
  error instanceof BehindDeferred || sqlStateOf(error) === LOCK_NOT_AVAILABLE;
