import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, pino } from 'pino';
import { type Environment, oneOf } from '../environment.js';
import { shownFault } from './shown-fault.js';

/** These fields hold ids, counts and names of ours, never what a user or a remote side has sent. */
const FIELDS = [
  ...(['request_id', 'trace_id', 'account_id', 'delivery_id', 'owner', 'operation', 'job'] as const),
  ...(['topic', 'partition', 'group', 'from', 'to', 'missing', 'reason', 'context'] as const),
] as const;

export type LogFields = { readonly [K in (typeof FIELDS)[number]]?: string | number | undefined } & {
  /** `shownFault` makes it fit for the log. */
  readonly err?: unknown;
};

/** A text that the source spells out: a string that is computed may hold a value, and does not compile. */
type Constant<S extends string> = Record<never, 1> extends Record<S, 1> ? never : S;
type Write = <S extends string>(fields: LogFields, sentence: S & Constant<S>) => void;

/** All code logs through this. Lines hold the listed fields and constant sentences. */
export interface Log {
  readonly error: Write;
  readonly warn: Write;
  readonly info: Write;
  /** Takes texts of others, too: no operator runs at this level for long. */
  readonly debug: (fields: LogFields, text: string) => void;
  /** The lines of a service, in a process of several. */
  readonly child: (about: { readonly service: string }) => Log;
}
export const LOG = Symbol('log');

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export const logLevelOf = (env: Environment): LogLevel => oneOf(env, 'LOG_LEVEL', 'warn', logLevels);

export const openLog = (name: string, level: LogLevel, destination: DestinationStream = standardError()): Log =>
  pino({ name, level, formatters: { log: shownFields }, serializers: { err: (shown) => shown } }, destination);

function standardError(): DestinationStream {
  const stream = pino.destination(2);
  // A closed terminal must not end the process before it has stopped.
  stream.on('error', () => undefined);
  return stream;
}

/** The types allow nothing else; this holds for values whose type lies. */
function shownFields({ err, ...fields }: LogFields): Record<string, unknown> {
  const shown = FIELDS.map((name) => [name, fields[name]] as const).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  );
  return { ...(err !== undefined && { err: shownFault(err) }), ...Object.fromEntries(shown) };
}

/** Texts of Nest may quote an error or a pattern that a peer has sent: they are in the log at `debug` alone. */
export function nestLogger(log: Log): LoggerService {
  const debug = (text: unknown) => log.debug({}, String(text));
  const contextOf = (more: readonly unknown[]) => {
    const context = more.at(-1);
    return typeof context === 'string' && /^\w+$/.test(context) ? context : undefined;
  };
  const write =
    (level: 'warn' | 'error') =>
    (message: unknown, ...more: unknown[]) => {
      log[level]({ err: message, context: contextOf(more) }, 'Nest reports a fault');
      debug(message);
    };
  return { log: debug, warn: write('warn'), error: write('error'), fatal: write('error') };
}
