import { codeOf, StartFault } from '@stockbook/process';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processAt } from '../process-table.js';

async function isAlive(holder: string): Promise<boolean> {
  const [pid, started] = holder.split('@');
  const entry = await processAt(Number(pid));
  return entry !== undefined && entry.started === started;
}

async function renamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) return false;
    throw error;
  }
}

/**
 * Locks a folder for this process and gives the function that unlocks it; a StartFault names the living holder.
 * The lock is a folder in it that holds one file, named `pid@start`. It comes by a rename, which replaces an empty folder
 * and no other: of many processes that clear a dead holder's file away, one gets the lock.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const lock = join(folder, 'lock');
  const self = `${process.pid}@${(await processAt(process.pid))?.started}`;
  const draft = await mkdtemp(`${lock}-`);
  try {
    await writeFile(join(draft, self), '');
    while (!(await renamed(draft, lock))) {
      for (const holder of await readdir(lock)) {
        if (await isAlive(holder)) {
          throw new StartFault(
            `The home folder ${folder} is in use by another Stockbook, process ${parseInt(holder)}.`,
          );
        }
        await rm(join(lock, holder), { force: true });
      }
    }
  } catch (error) {
    await rm(draft, { recursive: true });
    throw error;
  }
  return () => rm(join(lock, self), { force: true });
}
