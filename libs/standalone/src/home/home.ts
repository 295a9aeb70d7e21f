import { orFault } from '@stockbook/process';
import { SecretKeys } from '@stockbook/auth';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { lockFolder } from './home-lock.js';
import { readIfThere, readOrCreate, writePrivately } from '../private-file.js';

export interface Demo {
  url: string;
  domain: string;
  api_key: string;
  api_secret: string;
}

const writing = <T>(folder: string, step: () => Promise<T>) =>
  orFault(
    (reason) => `The home folder ${folder} cannot be written (${reason}): set STOCKBOOK_HOME to a folder that can.`,
    step,
  );

/** The folder of one standalone process; no second process shares it. */
export class Home {
  constructor(
    readonly path: string,
    private readonly unlock: () => Promise<void>,
  ) {}

  secretKeys(): Promise<SecretKeys> {
    return secretKeysIn(this.path);
  }

  /** The value of STOCKBOOK_SECRET_KEYS for another process. */
  secretKeysText(): Promise<string> {
    return secretKeysTextIn(this.path);
  }

  /** Undefined if the file is missing or incomplete. */
  async readDemo(): Promise<Demo | undefined> {
    const text = await readIfThere(join(this.path, 'demo.json'));
    try {
      const { url, domain, api_key, api_secret }: Record<string, unknown> = JSON.parse(text ?? '{}');
      const isWhole = [url, domain, api_key, api_secret].every((value) => typeof value === 'string');
      return isWhole
        ? { url: `${url}`, domain: `${domain}`, api_key: `${api_key}`, api_secret: `${api_secret}` }
        : undefined;
    } catch {
      return undefined;
    }
  }

  writeDemo({ url, domain, api_key, api_secret }: Demo): Promise<void> {
    const text = JSON.stringify({ url, domain, api_key, api_secret }, null, 2);
    return writing(this.path, () => writePrivately(join(this.path, 'demo.json'), `${text}\n`));
  }

  close(): Promise<void> {
    return this.unlock();
  }
}

/** Creates and locks the home folder; a StartFault says why it cannot be used. */
export function openHome(path: string): Promise<Home> {
  const folder = resolve(path);
  return writing(folder, async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new Home(folder, await lockFolder(folder));
  });
}

/** The keys of a home, `k1:<base64 of 32 bytes>`; created once. */
export async function secretKeysIn(path: string): Promise<SecretKeys> {
  return SecretKeys.parse(await secretKeysTextIn(path));
}

function secretKeysTextIn(path: string): Promise<string> {
  const make = () => `k1:${randomBytes(32).toString('base64')}`;
  return writing(path, () => readOrCreate(join(path, 'secret.keys'), make));
}
