import { startSystem } from '@stockbook/distributed';
import { freePort } from '@stockbook/process';
import { AppProcess } from '@stockbook/testing';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { MeasuredSystem, StartOptions } from './system.js';

const run = promisify(execFile);

type Apps = Pick<MeasuredSystem, 'url' | 'memory'>;

/** Starts everything but PostgreSQL: one process, or the gateway and the services each in its own. */
export async function startApps(env: Readonly<Record<string, string>>, options: StartOptions): Promise<Apps> {
  return options.distributed ? startDistributed(env, options) : startStandalone(env, options);
}

async function startStandalone(
  env: Readonly<Record<string, string>>,
  { nodeOptions, closing }: StartOptions,
): Promise<Apps> {
  const app = new AppProcess('standalone', { ...env, PORT: `${await freePort()}` }, nodeOptions);
  closing.add(() => app.kill('SIGTERM'));
  return { url: await app.ready(), memory: () => memoryOf(app.pid ? [app.pid] : []) };
}

/** Kafka too is started, unless KAFKA_BROKERS names one. */
async function startDistributed(
  env: Readonly<Record<string, string>>,
  { nodeOptions, closing, report }: StartOptions,
): Promise<Apps> {
  const options = { env: { ...process.env, ...env, PORT: `${await freePort()}` }, execArgv: nodeOptions, report };
  const system = await startSystem(options);
  closing.add(() => system.stop());
  const [url] = system.urls;
  if (!url) throw new Error('The system has no gateway.');
  const pids = () => system.processes.flatMap(({ pid }) => pid ?? []);
  return { url, memory: () => memoryOf(pids()) };
}

/** The memory that processes have in use (resident set size), in MB. */
async function memoryOf(pids: readonly number[]): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', pids.join(',')]);
  const kilobytes = stdout.trim().split(/\s+/).map(Number);
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1_024;
}
