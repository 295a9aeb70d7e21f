import { OperatorError } from '@stockbook/process';
import type { Event } from '@stockbook/contracts';
import { databaseFault, sqlStateOf } from '@stockbook/persistence';

/** The work is retried. Any error with `transient: true` counts as one. */
export class Transient extends OperatorError {
  override readonly name = 'Transient';
  readonly transient = true;
}

const ROLLBACK = /^40...$/;
const STATEMENT_TIMEOUT = '57014';
const LOCK_NOT_AVAILABLE = '55P03';

/** Tells whether the same work may succeed later; every other fault parks the event. */
export function isTransient(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('transient' in error) return error.transient === true;
  if (isTimeout(error)) return false;
  return ROLLBACK.test(sqlStateOf(error) ?? '') || databaseFault(error) !== undefined;
}

/** A smaller batch may succeed after this fault, or the same one on a less busy database. */
export const isTimeout = (error: unknown): boolean => sqlStateOf(error) === STATEMENT_TIMEOUT;

/** The events depend on older, deferred ones, so they are deferred too. */
export class BehindDeferred extends Transient {
  constructor(
    message: string,
    readonly events: readonly Event[],
  ) {
    super(message);
  }
}

export const isContention = (error: unknown): boolean =>
  error instanceof BehindDeferred || sqlStateOf(error) === LOCK_NOT_AVAILABLE;
