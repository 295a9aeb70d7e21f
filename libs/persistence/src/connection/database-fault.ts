import type { Fault, FaultCode } from '@stockbook/contracts';
import { isOutdatedPlan, sqlStateOf } from './statement.js';

const CANCELLED = '57014';
const NO_LOCK = '55P03';
/** A lost connection, a lack of resources, a server that starts or stops, an ended idle transaction. */
const AWAY = /^(08...|53...|57P0.|25P03)$/;
const UNREACHABLE = /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** A connection attempt may fail by any code: a Unix socket whose server has stopped gives ENOENT. */
const isConnecting = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === 'connect';
const AWAY_MESSAGES = /Connection terminated|Query read timeout|Client has encountered/;
const POOL_IS_BUSY = /timeout exceeded when trying to connect/;

/** Returns the fault for a client when the database is slow, busy or away; undefined for any other error. */
export function databaseFault(error: unknown): Fault | undefined {
  const state = sqlStateOf(error) ?? '';
  const words = error instanceof Error ? error.message : '';
  if (state === NO_LOCK) return passing('timeout', 'Another request is changing the same record');
  if (state === CANCELLED) return passing('timeout', 'The database was too slow');
  if (POOL_IS_BUSY.test(words)) return passing('unavailable', 'Too many requests wait for the database');
  const isAway =
    AWAY.test(state) ||
    UNREACHABLE.test(state) ||
    isConnecting(error) ||
    AWAY_MESSAGES.test(words) ||
    isOutdatedPlan(error);
  return isAway ? passing('unavailable', 'The database is not available now') : undefined;
}

const passing = (code: FaultCode, reason: string): Fault => ({
  code,
  message: `${reason}; the same request can be repeated safely.`,
});
