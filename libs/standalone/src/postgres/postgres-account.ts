import { StartFault } from '@stockbook/process';
import { chown, readFile, readdir, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';

/** PostgreSQL refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

/** No distribution assigns this id, and the server needs no name for it, so no user has to be created. */
const SERVER: Account = { uid: 61_018, gid: 61_018 };

/** Returns undefined unless this process is root. */
export async function serverAccount(data: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (platform() !== 'linux') throw new StartFault('PostgreSQL does not run as root: start as an ordinary user.');
  const owner = await stat(data).catch(() => undefined);
  if (owner?.uid === 0) await giveTo(SERVER, data);
  return owner?.uid ? { uid: owner.uid, gid: owner.gid } : SERVER;
}

/** initdb requires a user with a name. */
export async function setupAccount(): Promise<Account> {
  const entries = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const [, , uid, gid] = entries.find(([name]) => name === 'nobody') ?? [];
  if (!uid || !gid)
    throw new StartFault('PostgreSQL does not run as root, and there is no user nobody in /etc/passwd.');
  return { uid: Number(uid), gid: Number(gid) };
}

/** The folder itself comes last: while it is still ours, the work is not done. */
export async function giveTo({ uid, gid }: Account, folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) await chown(join(folder, name), uid, gid);
  await chown(folder, uid, gid);
}

/** Reaches the working directory even below folders that are closed to the account. */
export const workingFolder = (account: Account | undefined, path: string) => (account ? '/proc/self/cwd' : path);
