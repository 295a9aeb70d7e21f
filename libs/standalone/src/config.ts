import { type LogLevel, logLevels } from '@stockbook/service';
import { StartFault } from './start-fault.js';

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

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the configuration; a variable that cannot be used is a StartFault of one sentence. An empty one counts as not set. */
export function readConfig(env: Environment): Config {
  return {
    host: env['HOST'] || '127.0.0.1',
    port: integer(env, 'PORT', 3_000, 65_535),
    home: env['STOCKBOOK_HOME'] || '.stockbook',
    databaseUrl: postgresUrl(env['DATABASE_URL']),
    secretKeys: env['STOCKBOOK_SECRET_KEYS'] || undefined,
    ratePerMinute: integer(env, 'RATE_LIMIT_PER_MINUTE', 3_000, 1_000_000_000),
    logLevel: levelOf(env['LOG_LEVEL'] || 'warn'),
  };
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
