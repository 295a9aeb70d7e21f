import { codeOf, reasonOf, StartFault } from '@stockbook/process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readIfThere } from '../private-file.js';
import { processAt } from '../process-table.js';

/** Returns a setting without effect that names the server's data folder in the list of processes. */
export const markOf = (data: string) => `stockbook.data=${data}`;

/** Milliseconds. The first signal writes a checkpoint; after the others the next start recovers. */
const LADDER: [NodeJS.Signals, number][] = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

export async function shutDown(pid: number, isGone: () => boolean | Promise<boolean>): Promise<void> {
  for (const [signal, patience] of LADDER) {
    if (await isGone()) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (codeOf(error) !== 'ESRCH')
        throw new StartFault(`PostgreSQL, process ${pid}, cannot be stopped (${reasonOf(error)}).`);
    }
    for (const end = Date.now() + patience; Date.now() < end; await delay(20)) if (await isGone()) return;
  }
  throw new StartFault(`PostgreSQL, process ${pid}, does not end.`);
}

/** Stops the server that a killed Stockbook left, and removes stale lock files. */
export async function stopOrphan(data: string, report: (line: string) => void): Promise<void> {
  const lock = join(data, 'postmaster.pid');
  const pid = parseInt((await readIfThere(lock)) ?? '');
  if (!pid) return;
  const serves = async () => (await processAt(pid))?.command.includes(markOf(data)) ?? false;
  if (await serves()) {
    report(`Stopping the PostgreSQL (process ${pid}) that an earlier run left behind.`);
    await shutDown(pid, async () => !(await serves()));
  } else {
    // PostgreSQL would mistake any living process with this id for the server; its shared memory still guards the data.
    const sockets = (await readdir(data)).filter((name) => name.startsWith('.s.PGSQL.'));
    for (const stale of [...sockets.map((name) => join(data, name)), lock]) await rm(stale, { force: true });
  }
}
