import { SecretKeys } from '@stockbook/auth';
import { dataSourceFor, Db, WIDE_INTEGERS } from '@stockbook/persistence';
import type { Closing } from '@stockbook/process';
import { Provisioning, settingsService } from '@stockbook/settings';
import { startEmbeddedPostgres } from '@stockbook/standalone';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { startApps } from './apps.js';
import type { Account, MeasuredSystem, StartOptions } from './system.js';

/** The benchmark looks at the database while it is under load: these are its own connections. */
const CONNECTIONS = 4;

/** Starts PostgreSQL and the system on it, in a folder of its own that is removed in the end. */
export async function startMeasured(options: StartOptions): Promise<MeasuredSystem> {
  const { closing, report } = options;
  const home = await mkdtemp(join(tmpdir(), 'stockbook-bench-'));
  closing.add(() => rm(home, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ directory: join(home, 'postgres'), report });
  closing.add(() => postgres.stop());
  const secretKeys = `bench:${randomBytes(32).toString('base64')}`;
  const env = {
    STOCKBOOK_HOME: join(home, 'home'),
    DATABASE_URL: postgres.url,
    STOCKBOOK_SECRET_KEYS: secretKeys,
    RATE_LIMIT_PER_MINUTE: '0',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'error',
  };
  const apps = await startApps(env, options);
  const database = new Pool({ connectionString: postgres.url, max: CONNECTIONS, types: WIDE_INTEGERS });
  // Connections that end with the server's stop are no fault.
  database.on('error', () => undefined);
  closing.add(() => database.end());
  return { ...apps, database, addAccount: await accountsOf(postgres.url, secretKeys, closing) };
}

/** The way to add accounts to the database of a running system. */
async function accountsOf(
  url: string,
  secretKeys: string,
  closing: Closing,
): Promise<(domain: string) => Promise<Account>> {
  const source = await dataSourceFor(settingsService, url, 1).initialize();
  closing.add(() => source.destroy());
  const provisioning = new Provisioning(new Db(source, settingsService.name), SecretKeys.parse(secretKeys));
  return async (domain) => {
    const email = `owner@${domain}.test`;
    const owner = { email, username: 'bench' };
    const { account_id, api_secret } = await provisioning.addAccount({ domain, name: domain, currency: 'USD', owner });
    return { account_id, credentials: { domain, api_key: email, api_secret } };
  };
}
