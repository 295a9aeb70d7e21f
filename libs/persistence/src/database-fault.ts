import type { Fault } from '@stockbook/contracts';
import { sqlStateOf } from './statement.js';

/** Cancelled by its time limit, and not given a lock in time. */
const LATE = ['57014', '55P03'];
/** Connection lost, resources short, server shutting down or starting. */
const AWAY = /^(08|53|57P0)/;
const AWAY_CODES = ['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'];
/** What pg says of a connection without any code. */
const AWAY_WORDS =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered/;

/** What a client is told when the database was too slow or away; undefined when the error is another one. */
export function databaseFault(error: unknown): Fault | undefined {
  const state = sqlStateOf(error) ?? '';
  if (LATE.includes(state)) {
    return { code: 'timeout', message: 'The database was too slow; the same request can be repeated safely.' };
  }
  const words = error instanceof Error && AWAY_WORDS.test(error.message);
  if (!words && !AWAY.test(state) && !AWAY_CODES.includes(state)) return undefined;
  return {
    code: 'unavailable',
    message: 'The database is not available now; the same request can be repeated safely.',
  };
}
