import { databaseFault, isOutdatedPlan, sqlStateOf } from '@stockbook/persistence';

/** The work is retried. Any error with `transient: true` counts as one. */
export class Transient extends Error {
  override readonly name = 'Transient';
  readonly transient = true;
}

/** Connection lost, idle transaction ended, rollback, out of resources, lock timeout, operator's intervention. */
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

/** Whether the same work may succeed later; every other fault parks the event. */
export function isTransient(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('transient' in error) return error.transient === true;
  const code = sqlStateOf(error);
  // pg reports some lost connections only in words.
  if (code === undefined) return databaseFault(error) !== undefined;
  return PASSING_STATE.test(code) || PASSING_CODES.has(code) || isOutdatedPlan(error);
}

/** A smaller batch may succeed, or the same one on a less busy database. */
export const isTimeout = (error: unknown): boolean => sqlStateOf(error) === STATEMENT_TIMEOUT;

/** The event depends on an older, deferred one, so it is deferred too. */
export class BehindDeferred extends Transient {}

export const isContention = (error: unknown): boolean =>
  error instanceof BehindDeferred || sqlStateOf(error) === LOCK_NOT_AVAILABLE;
