import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { readIfThere } from './private-file.js';

interface ServerOptions extends SpawnOptions {
  /** Runs as soon as there is a process, so that it ends with this one. */
  readonly tie: (child: ChildProcess) => void;
}

/** The server has its own log, so that the end of this process does not disturb it. */
export async function launchServer(
  program: string,
  args: readonly string[],
  log: string,
  { tie, ...options }: ServerOptions,
) {
  const file = await open(log, 'a', 0o600);
  const child = spawn(program, args, {
    ...options,
    // A process group of its own: Ctrl-C reaches this process, which stops the server after all that use it.
    detached: true,
    windowsHide: true,
    stdio: ['ignore', file.fd, file.fd],
  });
  tie(child);
  const gone: Promise<[number | null, NodeJS.Signals | null]> = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve([code, signal]));
  });
  await once(child, 'spawn').finally(() => file.close());
  const isGone = () => child.exitCode !== null || child.signalCode !== null;
  return { child, pid: child.pid!, gone, isGone };
}

export async function lastReason(log: string, pattern: RegExp): Promise<string> {
  const reasons = [...((await readIfThere(log))?.matchAll(pattern) ?? [])];
  return reasons.at(-1)?.[1]?.trim() ?? 'it gives no reason';
}
