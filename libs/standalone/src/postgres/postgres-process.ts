import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { workingFolder, type Account } from './postgres-account.js';
import { cleanEnvironment } from './postgres-binaries.js';
import { markOf } from './postgres-shutdown.js';
import { launchServer } from '../server-process.js';

export interface LaunchOptions {
  program: string;
  account?: Account;
  data: string;
  log: string;
  port: number;
  /** False gives up safety for speed. */
  durable: boolean;
  /** The default is 100, or 300 if not durable. */
  connections?: number;
}

/** A postmaster, whether or not it accepts connections yet. */
export type ServerProcess = Awaited<ReturnType<typeof launchPostgres>>;

/** `ended` resolves with the reason. */
export async function launchPostgres({ program, account, log, ...options }: LaunchOptions) {
  const args = ['-D', workingFolder(account, options.data), ...settingsFor(options)];
  const surroundings = { ...account, cwd: options.data, env: cleanEnvironment };
  const { pid, gone, isGone } = await launchServer(program, args, log, { ...surroundings, tie: interruptWithUs });
  const ended = gone.then(
    ([code, signal]) => `PostgreSQL, process ${pid}, ended by itself (${signal ?? `exit code ${code}`}): see ${log}.`,
  );
  return { pid, ended, isGone };
}

/** Starts a fast shutdown, which aborts what clients do. */
function interruptWithUs(child: ChildProcess): void {
  const interrupt = () => child.kill('SIGINT');
  process.once('exit', interrupt);
  child.once('exit', () => process.off('exit', interrupt));
}

const small = {
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  random_page_cost: '1.1',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  checkpoint_timeout: '10min',
  max_wal_size: '1GB',
  // The statistics of a new shop follow within seconds, but not each tenth of growth: an analyze delays orders, and
  // each connection then plans its statements again.
  autovacuum_naptime: '5s',
  autovacuum_analyze_scale_factor: '1',
};
const throwAway = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const durably = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/** The address of a socket has at most this many bytes, on macOS. */
const LONGEST_SOCKET = 103;

const canHaveSocket = (data: string, port: number): boolean =>
  process.platform !== 'win32' && Buffer.byteLength(join(data, `.s.PGSQL.${port}`)) <= LONGEST_SOCKET;

/** Returns the settings as arguments, because no file in the data folder overrides them. */
function settingsFor({
  data,
  port,
  durable,
  connections = durable ? 100 : 300,
}: Omit<LaunchOptions, 'program' | 'log'>): string[] {
  const settings = {
    ...small,
    ...(durable ? durably : throwAway),
    listen_addresses: '127.0.0.1',
    port: String(port),
    max_connections: String(connections),
    // The data folder, which only the server's user may enter.
    unix_socket_directories: canHaveSocket(data, port) ? '.' : '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // Errors reach the client that made them, and their text may hold what customers typed.
    log_min_messages: 'log',
    log_checkpoints: 'off',
  };
  const values = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return [...values, markOf(data)].flatMap((value) => ['-c', value]);
}
