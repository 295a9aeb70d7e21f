import { SecretKeys } from '@stockbook/auth';
import { dataSourceFor, Db, migrate } from '@stockbook/persistence';
import { Provisioning, settingsService } from '@stockbook/settings';
import { join } from 'node:path';
import { type Config } from '../config.js';
import { checkDatabase } from '../database-check.js';
import { runningPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.js';
import { openHome, secretKeysIn } from '../home/home.js';

/**
 * Does provisioning work on the configured database: the operator's, that of the server running on the home, or, when none
 * runs, the home's own, started for the moment.
 */
export async function withProvisioning<T>(
  config: Config,
  work: (provisioning: Provisioning) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl) {
    await checkDatabase(config.databaseUrl);
    return provision(config.databaseUrl, config, work);
  }
  const directory = join(config.home, 'postgres');
  const running = await runningPostgres(directory);
  if (running) return provision(running, config, work);
  const home = await openHome(config.home);
  try {
    const server = await startEmbeddedPostgres({ directory, report: () => undefined });
    return await provision(server.url, config, work).finally(() => server.stop());
  } finally {
    await home.close();
  }
}

async function provision<T>(url: string, config: Config, work: (provisioning: Provisioning) => Promise<T>): Promise<T> {
  const keys = SecretKeys.parse(config.secretKeys ?? (await secretKeysIn(config.home)));
  await migrate(settingsService, url);
  const source = await dataSourceFor(settingsService, url, 2).initialize();
  return work(new Provisioning(new Db(source, settingsService.name), keys)).finally(() => source.destroy());
}
