// Trees of Debian's packages, newer than those of the machine may be.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cache, run, say } from '../shell.mjs';

const SUITE = 'trixie';

/** Returns a tar file with the packages that the options of mmdebstrap name, and with all that they depend on. */
export async function debian(name, options) {
  const file = join(cache, `${name}-${SUITE}.tar`);
  if (existsSync(file)) return file;
  say(`unpacking Debian ${SUITE} for ${name}`);
  const draft = `${file}.${process.pid}.tar`;
  await run('mmdebstrap', ['--quiet', ...options, SUITE, draft]);
  await run('mv', [draft, file]);
  return file;
}
