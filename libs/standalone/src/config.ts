import { SecretKeys } from '@stockbook/auth';
import { type LogLevel, logLevels } from '@stockbook/service';
import { resolve } from 'node:path';
import { reasonOf, StartFault } from './start-fault.js';

/** How the standalone process runs, out of environment variables. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly home: string;
  /** A PostgreSQL of the operator's; without it one is started. */
  readonly databaseUrl?: string;
  /** `id:base64,...`; without it keys are made in the home. */
  readonly secretKeys?: string;
  readonly ratePerMinute: number;
  readonly logLevel: LogLevel;
}

/** Environment variables, as process.env holds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the configuration; a variable that cannot be used is a StartFault of one sentence. An empty one counts as not set. */
export function readConfig(env: Environment): Config {
  return {
    host: env['HOST'] || '127.0.0.1',
    port: integer(env, 'PORT', 3_000, 65_535),
    home: homeOf(env),
    databaseUrl: postgresUrl(env['DATABASE_URL']),
    secretKeys: env['STOCKBOOK_SECRET_KEYS'] || undefined,
    ratePerMinute: integer(env, 'RATE_LIMIT_PER_MINUTE', 3_000, 1_000_000_000),
    logLevel: levelOf(env['LOG_LEVEL'] || 'warn'),
  };
}

/** The home folder, as it was given. */
export function homeOf(env: Environment): string {
  const home = env['STOCKBOOK_HOME'] || '.stockbook';
  // Node's recursive mkdir never returns from here.
  if (!/^\/proc(\/|$)/.test(resolve(home))) return home;
  throw new StartFault(`STOCKBOOK_HOME cannot be ${home}: nothing can be kept in /proc.`);
}

/** Reads secret keys; a StartFault names the entry that cannot be read. */
export function secretKeysOf(text: string): SecretKeys {
  try {
    return SecretKeys.parse(text);
  } catch (error) {
    throw new StartFault(reasonOf(error));
  }
}

function integer(env: Environment, name: string, usual: number, max: number): number {
  const text = env[name] || String(usual);
  if (/^\d{1,10}$/.test(text) && Number(text) <= max) return Number(text);
  throw new StartFault(`${name} must be a whole number from 0 to ${max}, not '${text}'.`);
}

function postgresUrl(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text)) return text;
  throw new StartFault('DATABASE_URL must be written postgres://user:password@host:port/database.');
}

function levelOf(text: string): LogLevel {
  const level = logLevels.find((each) => each === text);
  if (level) return level;
  throw new StartFault(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not '${text}'.`);
}
