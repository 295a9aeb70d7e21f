import { SecretKeys } from '@stockbook/auth';
import { ratePerMinuteOf } from '@stockbook/gateway';
import { databaseUrlOf } from '@stockbook/persistence';
import {
  type Environment,
  integer,
  type LogLevel,
  logLevelOf,
  readAll,
  type TracingSettings,
  tracingOf,
} from '@stockbook/process';
import { homeOf } from './home/home-folder.js';

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Of `/metrics`; 0: none. */
  readonly metricsPort: number;
  readonly home: string;
  /** The operator's PostgreSQL; by default the process starts its own. */
  readonly databaseUrl?: string;
  /** By default the home creates its own. */
  readonly secretKeys?: SecretKeys;
  readonly ratePerMinute: number;
  readonly tracing: TracingSettings | undefined;
  readonly logLevel: LogLevel;
}

/** A StartFault names every bad variable, one sentence each. */
export const readConfig = (env: Environment): Config =>
  readAll<Config>({
    host: () => env['HOST'] || '127.0.0.1',
    port: () => integer(env, 'PORT', 3_000, 65_535),
    metricsPort: () => integer(env, 'METRICS_PORT', 0, 65_535),
    home: () => homeOf(env),
    databaseUrl: () => databaseUrlOf(env),
    secretKeys: () => SecretKeys.in(env),
    ratePerMinute: () => ratePerMinuteOf(env),
    tracing: () => tracingOf(env),
    logLevel: () => logLevelOf(env),
  });
