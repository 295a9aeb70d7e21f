import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { type Environment, oneOf } from './environment.js';

export type Log = Logger;
export const LOG = Symbol('log');

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export const logLevelOf = (env: Environment): LogLevel => oneOf(env, 'LOG_LEVEL', 'warn', logLevels);

export function openLog(name: string, level: LogLevel): Log {
  const standardError = pino.destination(2);
  // A closed terminal must not end the process before it has stopped.
  standardError.on('error', () => undefined);
  return pino({ name, level }, standardError);
}

export const nestLogger = (log: Log): LoggerService => ({
  log: (message: unknown) => log.debug(String(message)),
  warn: (message: unknown) => log.warn(String(message)),
  error: (message: unknown, stack?: unknown) => log.error({ stack }, String(message)),
  fatal: (message: unknown) => log.fatal(String(message)),
});
