import { WIDE_INTEGERS } from '@stockbook/persistence';
import type { Closing } from '@stockbook/process';
import { startEmbeddedPostgres } from '@stockbook/standalone';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { accountsOf } from './accounts.js';
import { startApps } from './apps.js';
import type { MeasuredSystem } from './system.js';

export interface StartOptions {
  readonly distributed: boolean;
  /** Arguments of Node for what is measured, like `--cpu-prof`. */
  readonly nodeOptions: readonly string[];
  readonly closing: Closing;
  readonly report: (line: string) => void;
}

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
    LOG_LEVEL: 'error',
  };
  const apps = await startApps(env, options);
  const database = new Pool({ connectionString: postgres.url, max: CONNECTIONS, types: WIDE_INTEGERS });
  // Connections that end with the server's stop are no fault.
  database.on('error', () => undefined);
  closing.add(() => database.end());
  return { ...apps, database, addAccount: await accountsOf(postgres.url, secretKeys, closing) };
}
