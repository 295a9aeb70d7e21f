import { SecretKeys } from '@stockbook/auth';
import { type Service, services } from '@stockbook/contracts';
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
  /** Databases of services that are not in `databaseUrl`; commands alone read them. */
  readonly ownDatabases: ReadonlyMap<Service, string>;
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
    ownDatabases: () => ownDatabasesIn(env),
    secretKeys: () => SecretKeys.in(env),
    ratePerMinute: () => ratePerMinuteOf(env),
    tracing: () => tracingOf(env),
    logLevel: () => logLevelOf(env),
  });

/** The variable that names the database of a service on a server of its own. */
export const ownDatabaseVariable = (service: Service): string => `${service.toUpperCase()}_DATABASE_URL`;

function ownDatabasesIn(env: Environment): ReadonlyMap<Service, string> {
  const own = new Map<Service, string>();
  for (const service of services) {
    const url = databaseUrlOf(env, ownDatabaseVariable(service));
    if (url) own.set(service, url);
  }
  return own;
}
