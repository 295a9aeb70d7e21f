import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { workingFolder, type Account } from './postgres-account.js';
import { cleanEnvironment } from './postgres-binaries.js';
import { readIfThere } from '../private-file.js';
import { settingsFor, type ServerOptions } from './postgres-settings.js';

/** A postmaster, whether or not it accepts connections yet. */
export interface ServerProcess {
  pid: number;
  isGone(): boolean;
  /** Resolves with the reason. */
  ended: Promise<string>;
}

export interface LaunchOptions extends ServerOptions {
  program: string;
  account?: Account;
  log: string;
}

/** The server writes its own log, so that the end of this process does not disturb it. */
export async function launch({ program, account, log, ...options }: LaunchOptions): Promise<ServerProcess> {
  const file = await open(log, 'a', 0o600);
  const child = spawn(program, ['-D', workingFolder(account, options.data), ...settingsFor(options)], {
    ...account,
    cwd: options.data,
    env: cleanEnvironment,
    // A process group of its own: the terminal sends Ctrl-C to all of ours, and the drain needs the database.
    detached: true,
    windowsHide: true,
    stdio: ['ignore', file.fd, file.fd],
  });
  const interrupt = () => child.kill('SIGINT');
  process.once('exit', interrupt);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      process.off('exit', interrupt);
      resolve(`PostgreSQL, process ${child.pid}, ended by itself (${signal ?? `exit code ${code}`}): see ${log}.`);
    });
  });
  await once(child, 'spawn').finally(() => file.close());
  return { pid: child.pid!, ended, isGone: () => child.exitCode !== null || child.signalCode !== null };
}

export async function lastFatalError(log: string): Promise<string> {
  // Fatal errors also answer our own early attempts to connect.
  const words = (await readIfThere(log))?.matchAll(/(?:FATAL|PANIC|postgres):\s+(?!the database system is)(.*)/g);
  return [...(words ?? [])].at(-1)?.[1] ?? 'it gives no reason';
}
