import { type Environment, oneOf } from '@stockbook/process';
import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';

/** Structured logging: one JSON object a line. */
export type Log = Logger;
/** The injection token of the process's log. */
export const LOG = Symbol('log');

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The level that LOG_LEVEL names. */
export const logLevelOf = (env: Environment): LogLevel => oneOf(env, 'LOG_LEVEL', 'warn', logLevels);

/** A log of this name on standard error. */
export function openLog(name: string, level: LogLevel): Log {
  const standardError = pino.destination(2);
  // A closed terminal takes no more lines, and that must not end the process before it has stopped.
  standardError.on('error', () => undefined);
  return pino({ name, level }, standardError);
}

/** Nest's own messages in the process's log: its start-up chatter counts as debug. */
export const nestLogger = (log: Log): LoggerService => ({
  log: (message: unknown) => log.debug(String(message)),
  warn: (message: unknown) => log.warn(String(message)),
  error: (message: unknown, stack?: unknown) => log.error({ stack }, String(message)),
  fatal: (message: unknown) => log.fatal(String(message)),
});
