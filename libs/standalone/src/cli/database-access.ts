import type { SecretKeys } from '@stockbook/auth';
import { orFault, StartFault } from '@stockbook/process';
import type { Service } from '@stockbook/contracts';
import { checkDatabase, dataSourceFor, Db, migrate, type ServiceSchema } from '@stockbook/persistence';
import { Provisioning, settingsService } from '@stockbook/settings';
import { join } from 'node:path';
import { type Config, ownDatabaseVariable } from '../config.js';
import { Home, openHome } from '../home/home.js';
import { runningPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.js';
import { readIfThere } from '../private-file.js';

export interface Access {
  readonly schemas: readonly Service[];
  /** True if the command also works on a home without a database, and creates one. */
  readonly mayCreate?: boolean;
}

export type UrlOf = (service: Service) => string;

/** A service has the database of its own variable, else it shares one with the others. */
export async function withDatabases<T>(
  config: Config,
  { schemas, mayCreate = false }: Access,
  work: (urlOf: UrlOf) => Promise<T>,
): Promise<T> {
  const own = config.ownDatabases;
  for (const [service, url] of own)
    if (schemas.includes(service)) await checkDatabase(url, [service], ownDatabaseVariable(service));
  const sharing = schemas.filter((service) => !own.has(service));
  const run = (shared = '') => work((service) => own.get(service) ?? shared);
  return sharing.length ? withSharedDatabase(config, { schemas: sharing, mayCreate }, run) : run();
}

/** A StartFault says that the home has no database. */
async function withSharedDatabase<T>(
  config: Config,
  { schemas, mayCreate }: Access,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl) {
    await checkDatabase(config.databaseUrl, schemas);
    return work(config.databaseUrl);
  }
  const directory = join(config.home, 'postgres');
  const { running, isMade } = await orFault(
    (reason) => `The home folder ${config.home} cannot be read (${reason}): set STOCKBOOK_HOME to the one to work on.`,
    () => databaseIn(directory),
  );
  if (running) return work(running);
  if (!isMade && !mayCreate) {
    throw new StartFault(
      `The home folder ${config.home} holds no database yet: start Stockbook, or add an account by account add.`,
    );
  }
  const home = await openHome(config.home);
  try {
    // A database that exists may have services, to which new keys would be unknown.
    if (!isMade && !config.secretKeys) await home.secretKeys();
    const server = await startEmbeddedPostgres({ directory, report: () => undefined });
    return await work(server.url).finally(() => server.stop());
  } finally {
    await home.close();
  }
}

async function databaseIn(directory: string): Promise<{ running: string | undefined; isMade: boolean }> {
  const version = await readIfThere(join(directory, 'data', 'PG_VERSION'));
  return { running: await runningPostgres(directory), isMade: version !== undefined };
}

export async function withSchema<T>(url: string, schema: ServiceSchema, work: (db: Db) => Promise<T>): Promise<T> {
  await migrate(schema, url);
  const source = await dataSourceFor(schema, url, 2).initialize();
  return work(new Db(source, schema.name)).finally(() => source.destroy());
}

export async function secretKeysOf({ secretKeys, home }: Config): Promise<SecretKeys> {
  const known = secretKeys ?? (await new Home(home).existingSecretKeys());
  if (known) return known;
  throw new StartFault(
    'STOCKBOOK_SECRET_KEYS must be set to the keys of the services, ' +
      `or STOCKBOOK_HOME to a home folder that has keys: ${home} has none.`,
  );
}

export function withProvisioning<T>(
  config: Config,
  work: (provisioning: Provisioning) => Promise<T>,
  { mayCreate = false } = {},
): Promise<T> {
  return withDatabases(config, { schemas: [settingsService.name], mayCreate }, async (urlOf) => {
    const keys = await secretKeysOf(config);
    return withSchema(urlOf(settingsService.name), settingsService, (db) => work(new Provisioning(db, keys)));
  });
}
