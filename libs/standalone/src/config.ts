import { SecretKeys } from '@stockbook/auth';
import { type Service, services } from '@stockbook/contracts';
import { limitsIn } from '@stockbook/gateway/limits';
import { databaseUrlOf } from '@stockbook/persistence/database-check';
import { storageLimitsIn } from '@stockbook/persistence/limits';
import { type Environment, integer, logLevelOf, oneOf, readAll, tracingOf } from '@stockbook/process';
import { homeOf } from './home/demo-file.js';

export type Config = ReturnType<typeof readConfig>;

/** A StartFault names every bad variable, one sentence each. */
export const readConfig = (env: Environment) =>
  readAll({
    host: () => env['HOST'] || '127.0.0.1',
    port: () => integer(env, 'PORT', 3_000, 65_535),
    /** The port of `/metrics`; 0 means none. */
    metricsPort: () => integer(env, 'METRICS_PORT', 0, 65_535),
    home: () => homeOf(env),
    /** The demo shop gets a year of trade; a database of the operator's gets the small demo unless told so. */
    hasDemoYear: () =>
      oneOf(env, 'STOCKBOOK_DEMO', env['DATABASE_URL'] ? 'small' : 'year', ['small', 'year']) === 'year',
    /** The operator's PostgreSQL; by default the process starts its own. */
    databaseUrl: () => databaseUrlOf(env),
    /** Holds the databases of services that are not in `databaseUrl`; only commands read them. */
    ownDatabases: () => ownDatabasesIn(env),
    /** The home creates its own by default. */
    secretKeys: () => SecretKeys.in(env),
    ...limitsIn(env),
    ...storageLimitsIn(env),
    tracing: () => tracingOf(env),
    logLevel: () => logLevelOf(env),
  });

export const ownDatabaseVariable = (service: Service): string => `${service.toUpperCase()}_DATABASE_URL`;

function ownDatabasesIn(env: Environment): ReadonlyMap<Service, string> {
  const own = new Map<Service, string>();
  for (const service of services) {
    const url = databaseUrlOf(env, ownDatabaseVariable(service));
    if (url) own.set(service, url);
  }
  return own;
}
