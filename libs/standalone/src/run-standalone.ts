import { services } from '@stockbook/contracts';
import { checkDatabase } from '@stockbook/persistence/database-check';
import {
  checkPort,
  Closing,
  type Host,
  openLog,
  type Program,
  serveHealth,
  startTracing,
  unlessAborted,
} from '@stockbook/process';
import { join } from 'node:path';
import type { Assembly } from './assemble.js';
import { readConfig } from './config.js';
import type { Demo } from './home/demo-file.js';
import { type Home, openHome, withMedia } from './home/home.js';
import { startEmbeddedPostgres } from './postgres/embedded-postgres.js';

type Report = (line: string) => void;

/** Requests in flight have 15 s, then calls of services 15 s, then PostgreSQL 30 s. */
const STOP_LIMIT_MS = 65_000;

export async function runStandalone(host: Host): Promise<Program> {
  const { env, report, interruption } = host;
  const closing = new Closing();
  try {
    const config = readConfig(env);
    // The port of the metrics opens before the check of PORT, which may be the same.
    let reasons = ['stockbook is starting'];
    if (config.metricsPort) {
      await checkPort(config.metricsPort, config.host, 'METRICS_PORT');
      const ready = async () => reasons;
      const closeMetrics = await serveHealth({ host: config.host, port: config.metricsPort, env }, { ready });
      closing.add(async () => closeMetrics());
    }
    await checkPort(config.port, config.host);
    const home = await openHome(config.home);
    closing.add(() => home.close());
    const secretKeys = config.secretKeys ?? (await home.secretKeys());
    const databaseUrl = config.databaseUrl ?? (await startDatabase(home, closing, host));
    if (config.databaseUrl) await unlessAborted(interruption, () => checkDatabase(databaseUrl, services));
    const [{ assemble }, { ensureDemo }, { DemoAccess }] = await loadServices();
    report('Bringing the schemas up to date and starting the services.');
    const log = openLog('stockbook', config.logLevel);
    closing.add(await startTracing('stockbook', config.tracing, (err) => log.warn({ err }, 'traces are not exported')));
    const access = new DemoAccess();
    const assembly = await unlessAborted(interruption, () =>
      assemble({ ...config, databaseUrl, secretKeys, log, env: withMedia(env, home), demo: access }),
    );
    closing.add(() => assembly.stop());
    const { url, services: links, running } = assembly;
    const place = { url, services: links, db: running.settings.db, hasYear: config.hasDemoYear };
    const demo = await unlessAborted(interruption, () => ensureDemo(place, home, secretKeys, report));
    reportReady(url, demo, report);
    if (demo) access.open(demo, (newCode) => reportPages(url, report, newCode));
    else reportPages(url, report);
    reasons = [];
    if (demo && config.hasDemoYear) closing.add(await startYear(demo, assembly, report));
    return { stop: () => closing.close(), stopLimit_ms: STOP_LIMIT_MS };
  } catch (error) {
    await closing.close();
    throw error;
  }
}

/** Fills the demo in the background; the step that it returns ends that. */
async function startYear(demo: Demo, assembly: Assembly, report: Report): Promise<() => Promise<void>> {
  const ending = new AbortController();
  const { ensureYear } = await import('./demo/year/demo-year.js');
  const filling = ensureYear({ demo, openGateway: assembly.openGateway, signal: ending.signal, report });
  return async () => {
    ending.abort();
    await filling;
  };
}

const loadServices = () =>
  Promise.all([import('./assemble.js'), import('./demo/demo.js'), import('@stockbook/gateway')]);

async function startDatabase(home: Home, closing: Closing, { report, fail, interruption }: Host): Promise<string> {
  const directory = join(home.path, 'postgres');
  report(`Starting PostgreSQL in ${directory}.`);
  // Loading the services takes as long as PostgreSQL takes to start, and delays all else in this process. A fault is
  // met by the load that is awaited.
  const meanwhile = () => void loadServices().catch(() => undefined);
  const server = await startEmbeddedPostgres({ directory, report, meanwhile, onExit: fail, interruption });
  closing.add(() => server.stop());
  return server.url;
}

export function reportReady(url: string, demo: Demo | undefined, report: Report): void {
  report(`Stockbook is ready at ${url}`);
  reportDemo(demo, report);
}

/** With a code, a browser of this machine may use the demo account by the link once. */
export function reportPages(url: string, report: Report, newCode?: () => string): void {
  const as = newCode ? ', signed in as the demo, good once' : '';
  const link = () => (newCode ? `#demo=${newCode()}` : '');
  report(`Console${as}: ${url}/console/${link()}`);
  report(`Documentation${as}: ${url}/docs${link()}`);
}

function reportDemo(demo: Demo | undefined, report: Report): void {
  if (!demo) return;
  report(`Demo account: domain ${demo.domain}, api_key ${demo.api_key}, api_secret ${demo.api_secret}`);
  report(`Try: npx stockbook call inventory/item/get '{"limit":5}'`);
}
