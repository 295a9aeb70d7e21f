import { dataSourceFor, Db, migrate } from '@stockbook/persistence';
import { Provisioning, settingsService } from '@stockbook/settings';
import { join } from 'node:path';
import { type Config, secretKeysOf } from '../config.js';
import { checkDatabase } from '../database-check.js';
import { openHome, secretKeysIn } from '../home/home.js';
import { runningPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.js';
import { readIfThere } from '../private-file.js';
import { orFault, StartFault } from '../start-fault.js';

type Work<T> = (provisioning: Provisioning) => Promise<T>;

/**
 * Does provisioning work on the configured database: the operator's, that of the server running on the home, or, when none
 * runs, the home's own, started for the moment. A home without a database is a StartFault unless one may be created.
 */
export async function withProvisioning<T>(config: Config, work: Work<T>, { mayCreate = false } = {}): Promise<T> {
  if (config.databaseUrl) {
    await checkDatabase(config.databaseUrl);
    return provision(config.databaseUrl, config, work);
  }
  const directory = join(config.home, 'postgres');
  const { running, isMade } = await orFault(
    (reason) => `The home folder ${config.home} cannot be read (${reason}): set STOCKBOOK_HOME to the one to work on.`,
    () => databaseIn(directory),
  );
  if (running) return provision(running, config, work);
  if (!isMade && !mayCreate) {
    throw new StartFault(
      `The home folder ${config.home} holds no database yet: start Stockbook, or add an account by account add.`,
    );
  }
  const home = await openHome(config.home);
  try {
    const server = await startEmbeddedPostgres({ directory, report: () => undefined });
    return await provision(server.url, config, work).finally(() => server.stop());
  } finally {
    await home.close();
  }
}

async function databaseIn(directory: string): Promise<{ running: string | undefined; isMade: boolean }> {
  const version = await readIfThere(join(directory, 'data', 'PG_VERSION'));
  return { running: await runningPostgres(directory), isMade: version !== undefined };
}

async function provision<T>(url: string, config: Config, work: Work<T>): Promise<T> {
  const keys = secretKeysOf(config.secretKeys ?? (await secretKeysIn(config.home)));
  await migrate(settingsService, url);
  const source = await dataSourceFor(settingsService, url, 2).initialize();
  return work(new Provisioning(new Db(source, settingsService.name), keys)).finally(() => source.destroy());
}
