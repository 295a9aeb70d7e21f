import { StartFault } from '@stockbook/process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { giveTo, setupAccount, workingFolder, type Account } from './postgres-account.js';
import { cleanEnvironment, type Binaries } from './postgres-binaries.js';
import { readIfThere, syncFolder } from '../private-file.js';

export interface DataOptions {
  /** The folder must be missing; its parent holds the draft. */
  data: string;
  password: string;
  account?: Account;
  durable: boolean;
  meanwhile?: () => void;
}

/** Tells whether the data is there. Throws a StartFault if another major version wrote it. */
export async function isThere(data: string, major: string): Promise<boolean> {
  const written = await readIfThere(join(data, 'PG_VERSION'));
  if (written !== undefined && written.trim() !== major) {
    throw new StartFault(
      `The database in ${data} was written by PostgreSQL ${written.trim()} and this is ${major}: ` +
        'dump it with the Stockbook that wrote it, and load it into a new home folder.',
    );
  }
  return written !== undefined;
}

async function initdb(program: string, account: Account | undefined, draft: string, options: string[]): Promise<void> {
  const data = join(draft, 'data');
  const here = workingFolder(account, data);
  const settings = [`--pgdata=${here}`, `--pwfile=${here}/../password`, '--username=postgres', '--encoding=UTF8'];
  const rules = ['--auth-host=scram-sha-256', '--auth-local=scram-sha-256', '--data-checksums'];
  const child = spawn(program, [...settings, ...rules, ...options], {
    ...account,
    cwd: data,
    env: cleanEnvironment,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code === 0) return;
  const [, reason = 'it gives no reason'] = /(?:FATAL|PANIC|initdb: error|initdb):\s+(.*)/.exec(said) ?? [];
  throw new StartFault(`PostgreSQL cannot set up its data folder: ${reason}.`);
}

/** Renames a finished draft, so that an interrupted initdb leaves nothing behind. */
export async function makeData(
  binaries: Binaries,
  { data, password, account, durable, meanwhile }: DataOptions,
): Promise<void> {
  const parent = join(data, '..');
  for (const name of await readdir(parent)) {
    if (name.startsWith('draft-')) await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 });
  }
  const draft = await mkdtemp(join(parent, 'draft-'));
  try {
    const setup = account && (await setupAccount());
    await mkdir(join(draft, 'data'), { mode: 0o700 });
    await writeFile(join(draft, 'password'), password, { mode: 0o600 });
    if (setup) await giveTo(setup, draft);
    // The built-in provider sorts alike everywhere; the locale still defines letters for the trigram index.
    const builtin = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', ...(durable ? [] : ['--no-sync'])];
    const setUp = initdb(binaries.initdb, setup, draft, ['--locale=C.UTF-8', ...builtin]).catch((error: Error) => {
      if (!error.message.includes('invalid locale name')) throw error;
      return initdb(binaries.initdb, setup, draft, ['--locale=C', ...builtin]);
    });
    meanwhile?.();
    await setUp;
    if (account) await giveTo(account, join(draft, 'data'));
    await rename(join(draft, 'data'), data);
    await syncFolder(parent);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
