import { type Credentials, SecretKeys } from '@stockbook/auth';
import { startSystem } from '@stockbook/distributed';
import { dataSourceFor, Db, WIDE_INTEGERS } from '@stockbook/persistence';
import { type Closing, freePort } from '@stockbook/process';
import { Provisioning, settingsService } from '@stockbook/settings';
import { startEmbeddedPostgres } from '@stockbook/standalone';
import { AppProcess } from '@stockbook/testing';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Pool } from 'pg';

export interface MeasuredSystem {
  readonly url: string;
  readonly database: Pool;
  addAccount(domain: string): Promise<Account>;
  /** Memory of the system's own processes, without PostgreSQL and Kafka, in MB. */
  memory(): Promise<number>;
}

export interface Account {
  readonly account_id: number;
  readonly credentials: Credentials;
}

export interface StartOptions {
  readonly distributed: boolean;
  /** Arguments of Node for the measured processes, like `--cpu-prof`. */
  readonly nodeOption: readonly string[];
}

export type Report = (line: string) => void;

/** The benchmark looks at the database under load through connections of its own. */
const CONNECTIONS = 4;

export async function startMeasured(options: StartOptions, closing: Closing, report: Report): Promise<MeasuredSystem> {
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
    PORT: `${await freePort()}`,
  };
  const start = options.distributed ? startDistributed : startStandalone;
  const { url, pids } = await start(env, options.nodeOption, closing, report);
  const database = new Pool({ connectionString: postgres.url, max: CONNECTIONS, types: WIDE_INTEGERS });
  // Connections that end with the server's stop are no fault.
  database.on('error', () => undefined);
  closing.add(() => database.end());
  const source = await dataSourceFor(settingsService, postgres.url, 1).initialize();
  closing.add(() => source.destroy());
  const provisioning = new Provisioning(new Db(source, settingsService.name), SecretKeys.parse(secretKeys));
  const addAccount = async (domain: string) => {
    const email = `owner@${domain}.test`;
    const owner = { email, username: 'bench' };
    const { account_id, api_secret } = await provisioning.addAccount({ domain, name: domain, currency: 'USD', owner });
    return { account_id, credentials: { domain, api_key: email, api_secret } };
  };
  return { url, database, addAccount, memory: () => memoryOf(pids()) };
}

type Environment = Readonly<Record<string, string>>;

async function startStandalone(env: Environment, nodeOption: readonly string[], closing: Closing) {
  const app = new AppProcess('standalone', env, nodeOption);
  closing.add(() => app.kill('SIGTERM'));
  return { url: await app.ready(), pids: () => (app.pid ? [app.pid] : []) };
}

async function startDistributed(env: Environment, execArgv: readonly string[], closing: Closing, report: Report) {
  const system = await startSystem({ env: { ...process.env, ...env }, execArgv, report });
  closing.add(() => system.stop());
  const [url] = system.urls;
  if (!url) throw new Error('The system has no gateway.');
  return { url, pids: () => system.processes.flatMap(({ pid }) => pid ?? []) };
}

/** Returns the memory that processes have in use (resident set size), in MB. */
async function memoryOf(pids: readonly number[]): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', pids.join(',')]);
  const kilobytes = stdout.trim().split(/\s+/).map(Number);
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1_024;
}
