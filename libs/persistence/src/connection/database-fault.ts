import type { Fault, FaultCode } from '@stockbook/contracts';
import { isOutdatedPlan, sqlStateOf } from './statement.js';

const CANCELLED = '57014';
const NO_LOCK = '55P03';
/** Connection lost, resources short, server shutting down or starting, transaction ended because it stood still. */
const AWAY = /^(08|53|57P0|25P03)/;
const AWAY_CODES = ['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'];
/** pg gives these errors no code. */
const AWAY_WORDS = /Connection terminated|Query read timeout|Client has encountered/;
const POOL_IS_BUSY = /timeout exceeded when trying to connect/;

/** The answer to a client when the database was too slow, busy or away; undefined when the error is another one. */
export function databaseFault(error: unknown): Fault | undefined {
  const state = sqlStateOf(error) ?? '';
  const words = error instanceof Error ? error.message : '';
  if (state === NO_LOCK) return passing('timeout', 'Another request is changing the same record');
  if (state === CANCELLED) return passing('timeout', 'The database was too slow');
  if (POOL_IS_BUSY.test(words)) return passing('unavailable', 'Too many requests wait for the database');
  const isAway = AWAY.test(state) || AWAY_CODES.includes(state) || AWAY_WORDS.test(words) || isOutdatedPlan(error);
  return isAway ? passing('unavailable', 'The database is not available now') : undefined;
}

const passing = (code: FaultCode, reason: string): Fault => ({
  code,
  message: `${reason}; the same request can be repeated safely.`,
});
