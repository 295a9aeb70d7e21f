import { codeOf, StartFault } from '@stockbook/process';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processAt } from '../process-table.js';

async function isHolderAlive(holder: string): Promise<boolean> {
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

/** Returns a function that unlocks; a StartFault names the holder. The lock has one file, `pid@start`. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const lock = join(folder, 'lock');
  const self = `${process.pid}@${(await processAt(process.pid))?.started}`;
  const draft = await mkdtemp(`${lock}-`);
  try {
    await writeFile(join(draft, self), '');
    // A rename replaces only an empty folder: of several processes that remove a dead holder's file, one gets the lock.
    while (!(await renamed(draft, lock))) {
      for (const holder of await readdir(lock)) {
        if (await isHolderAlive(holder)) {
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
