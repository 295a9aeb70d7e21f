import type { SecretKeys } from '@stockbook/auth';
import { openLog } from '@stockbook/service';
import { join } from 'node:path';
import { assemble, type Assembly } from './assemble.js';
import { type Environment, readConfig, secretKeysOf } from './config.js';
import { checkDatabase } from './database-check.js';
import { ensureDemo } from './demo.js';
import { startEmbeddedPostgres } from './postgres/embedded-postgres.js';
import { type Home, openHome } from './home/home.js';
import { checkPort } from './port.js';

export interface Standalone {
  readonly url: string;
  /** Finishes what is in flight, then stops the database it started and gives the home free. */
  stop(): Promise<void>;
}

export interface StandaloneOptions {
  readonly env: Environment;
  /** Is told, a line each, what happens while it starts. */
  readonly report: (line: string) => void;
  /** Is told when the database that it started ends by itself. */
  readonly onDatabaseExit: (reason: string) => void;
}

/** What was opened, to be closed in reverse, also when the start fails half-way. */
type Closing = (() => Promise<void>)[];

/** Runs everything in this process: the database unless one is given, every service, the gateway, and the demo account. */
export async function runStandalone({ env, report, onDatabaseExit }: StandaloneOptions): Promise<Standalone> {
  const closing: Closing = [];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const config = readConfig(env);
    await checkPort(config.port, config.host);
    const home = await openHome(config.home);
    closing.push(() => home.close());
    const secretKeys = secretKeysOf(config.secretKeys ?? (await home.secretKeys()));
    const databaseUrl = config.databaseUrl ?? (await startDatabase(home, closing, report, onDatabaseExit));
    if (config.databaseUrl) await checkDatabase(config.databaseUrl);
    report('Bringing the schemas up to date and starting the services.');
    const log = openLog('stockbook', config.logLevel);
    const assembly = await assemble({ ...config, databaseUrl, secretKeys, log, transport: 'in-process' });
    closing.push(() => assembly.stop());
    await tellOfDemo(assembly, home, secretKeys, report);
    return { url: assembly.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startDatabase(
  home: Home,
  closing: Closing,
  report: (line: string) => void,
  onExit: (reason: string) => void,
): Promise<string> {
  const directory = join(home.path, 'postgres');
  report(`Starting PostgreSQL in ${directory}.`);
  const server = await startEmbeddedPostgres({ directory, report, onExit });
  closing.push(() => server.stop());
  return server.url;
}

async function tellOfDemo(assembly: Assembly, home: Home, keys: SecretKeys, report: (line: string) => void) {
  const demo = await ensureDemo(assembly, home, keys, report);
  report(`Stockbook is ready at ${assembly.url}`);
  if (!demo) return;
  report(`Demo account: domain ${demo.domain}, api_key ${demo.api_key}, api_secret ${demo.api_secret}`);
  report(`Try: npm run -s call -- inventory/item/get '{"limit":5}'`);
}
