import { SecretKeys } from '@stockbook/auth';
import { ratePerMinuteOf } from '@stockbook/gateway';
import { databaseUrlOf } from '@stockbook/persistence';
import { type Environment, integer, type LogLevel, logLevelOf, readAll } from '@stockbook/process';
import { homeOf } from './home/home-folder.js';

/** How the standalone process runs, out of environment variables. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly home: string;
  /** A PostgreSQL of the operator's; without it one is started. */
  readonly databaseUrl?: string;
  /** Without them keys are made in the home. */
  readonly secretKeys?: SecretKeys;
  readonly ratePerMinute: number;
  readonly logLevel: LogLevel;
}

/** Reads the configuration; variables that cannot be used are a StartFault, a sentence each. */
export const readConfig = (env: Environment): Config =>
  readAll<Config>({
    host: () => env['HOST'] || '127.0.0.1',
    port: () => integer(env, 'PORT', 3_000, 65_535),
    home: () => homeOf(env),
    databaseUrl: () => databaseUrlOf(env),
    secretKeys: () => SecretKeys.in(env),
    ratePerMinute: () => ratePerMinuteOf(env),
    logLevel: () => logLevelOf(env),
  });
