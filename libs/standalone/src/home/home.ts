import { type Environment, orFault } from '@stockbook/process';
import { SecretKeys } from '@stockbook/auth';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Demo, demoIn } from './demo-file.js';
import { lockFolder } from './home-lock.js';
import { readIfThere, readOrCreate, writePrivately } from '../private-file.js';

/** The home folder keeps the files unless the variables name another place. */
export const withMedia = (env: Environment, home: Home): Environment => ({
  ...env,
  MEDIA_DIRECTORY: env['MEDIA_DIRECTORY'] || join(home.path, 'media'),
});

/** Holds the keys and the demo account of one process; `openHome` makes sure that no second process shares it. */
export class Home {
  constructor(
    readonly path: string,
    /** Gives up the lock, if there is one. */
    readonly close = async (): Promise<void> => {},
  ) {}

  /** Creates the keys where the home has none. */
  async secretKeys(): Promise<SecretKeys> {
    return SecretKeys.parse(await this.secretKeysText());
  }

  /** Returns undefined if the home has none yet. */
  async existingSecretKeys(): Promise<SecretKeys | undefined> {
    const text = await orFault(
      (reason) => `The keys of the home folder ${this.path} cannot be read (${reason}).`,
      () => readIfThere(this.keysFile),
    );
    return text === undefined ? undefined : SecretKeys.parse(text.trim());
  }

  /** Returns them as STOCKBOOK_SECRET_KEYS of another process, `k1:<base64 of 32 bytes>`. */
  secretKeysText(): Promise<string> {
    const make = () => `k1:${randomBytes(32).toString('base64')}`;
    return writing(this.path, () => readOrCreate(this.keysFile, make));
  }

  /** Returns undefined if the file is missing or incomplete. */
  async readDemo(): Promise<Demo | undefined> {
    return demoIn((await readIfThere(join(this.path, 'demo.json'))) ?? '');
  }

  private get keysFile(): string {
    return join(this.path, 'secret.keys');
  }

  writeDemo(demo: Demo): Promise<void> {
    const text = JSON.stringify(demo, null, 2);
    return writing(this.path, () => writePrivately(join(this.path, 'demo.json'), `${text}\n`));
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

const writing = <T>(folder: string, step: () => Promise<T>) =>
  orFault(
    (reason) => `The home folder ${folder} cannot be written (${reason}): set STOCKBOOK_HOME to a folder that can.`,
    step,
  );
