import type { Environment } from '@stockbook/process';
import { codeOf, orFault, reasonOf, StartFault } from '@stockbook/process/faults';
import { Option } from 'commander';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Demo as Account, demoIn, homeOf } from '../../home/demo-file.js';
import { readIfThere, writePrivately } from '../../private-file.js';
import { UsageFault } from '../faults.js';

export interface ProfileOption {
  readonly profile?: string;
}

/** The profile of commands that name none, outside of a folder with a demo account. */
export const DEFAULT_PROFILE = 'default';

export const profileOption = new Option('--profile <name>', 'the profile of stockbook login to work with').argParser(
  nameOf,
);

function nameOf(name: string): string {
  if (/^\w[\w.@-]*$/.test(name)) return name;
  throw new UsageFault(`A profile must be named by letters, digits and . _ - @, not '${name}'.`);
}

const folderOf = (env: Environment): string =>
  join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'stockbook', 'profiles');

export const profileFile = (env: Environment, name: string): string => join(folderOf(env), `${name}.json`);

/** The named profile comes first, then `STOCKBOOK_CREDENTIALS`, the demo account here, and `default`. */
export async function credentialsFile(env: Environment, { profile }: ProfileOption): Promise<string> {
  const named = profile ?? (env['STOCKBOOK_PROFILE'] && nameOf(env['STOCKBOOK_PROFILE']));
  if (named) return profileFile(env, named);
  const demo = join(homeOf(env), 'demo.json');
  const usual = profileFile(env, DEFAULT_PROFILE);
  return env['STOCKBOOK_CREDENTIALS'] || ((await isThere(demo)) || !(await isThere(usual)) ? demo : usual);
}

/** A file that cannot be read is there, so that its fault is said. */
const isThere = (file: string): Promise<boolean> =>
  readIfThere(file).then(
    (text) => text !== undefined,
    (error: unknown) => codeOf(error) !== 'ENOTDIR',
  );

export async function readAccount(file: string): Promise<Account> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    const remedy = 'start Stockbook first, log in by stockbook login, or set STOCKBOOK_CREDENTIALS';
    throw new StartFault(`The credentials ${file} cannot be read (${reasonOf(error)}): ${remedy}.`);
  });
  const account = demoIn(content);
  if (account && /^https?:/.test(account.url) && URL.canParse(account.url)) return account;
  throw new StartFault(`The credentials ${file} must be a JSON object of url, domain, api_key and api_secret.`);
}

const orSentence = <T>(env: Environment, step: () => Promise<T>): Promise<T> =>
  orFault((reason) => `The profiles in ${folderOf(env)} cannot be changed (${reason}).`, step);

/** Stores a profile that its user alone can read, and returns its file. */
export function writeProfile(env: Environment, name: string, account: Account): Promise<string> {
  const file = profileFile(env, name);
  return orSentence(env, async () => {
    await mkdir(folderOf(env), { recursive: true, mode: 0o700 });
    await writePrivately(file, `${JSON.stringify(account, null, 2)}\n`);
    return file;
  });
}

/** Returns whether there was such a profile. */
export function removeProfile(env: Environment, name: string): Promise<boolean> {
  const file = profileFile(env, name);
  return orSentence(env, async () => {
    const was = (await readIfThere(file)) !== undefined;
    await rm(file, { force: true });
    return was;
  });
}

export async function profileNames(env: Environment): Promise<readonly string[]> {
  const files = await readdir(folderOf(env)).catch(() => []);
  return files.flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? []).sort();
}
