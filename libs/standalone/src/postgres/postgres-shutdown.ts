import { codeOf, reasonOf, StartFault } from '@stockbook/process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readIfThere } from '../private-file.js';
import { processAt } from '../process-table.js';

/** A setting without effect that names the server's data folder in the list of processes. */
export const markOf = (data: string) => `stockbook.data=${data}`;

/** Sessions are cut and a checkpoint is written; if that takes too long, the next start recovers from the log. */
const LADDER: [NodeJS.Signals, number][] = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

/** Ends a server, with the milliseconds of patience that each way of asking deserves. */
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

/** Stops the server that a killed Stockbook left on a data folder, and removes a lock file that names a stranger. */
export async function stopOrphan(data: string, report: (line: string) => void): Promise<void> {
  const lock = join(data, 'postmaster.pid');
  const pid = parseInt((await readIfThere(lock)) ?? '');
  if (!pid) return;
  const serves = async () => (await processAt(pid))?.command.includes(markOf(data)) ?? false;
  if (await serves()) {
    report(`Stopping the PostgreSQL (process ${pid}) that an earlier run left behind.`);
    await shutDown(pid, async () => !(await serves()));
  } else {
    // PostgreSQL would take any living process with this id for the server; its shared memory still guards the data.
    await rm(lock, { force: true });
  }
}
