// Makes trees of Debian's packages, which may be newer than those of the machine.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/**
 * Returns the options for these packages without those that they depend on, and for the certificates of authorities in
 * one file.
 */
export function alone(packages) {
  const bundle = 'etc/ssl/certs/ca-certificates.crt';
  const steps = [
    'cd "$1"',
    `APT_CONFIG="$MMDEBSTRAP_APT_CONFIG" apt-get download --quiet ${packages} ca-certificates`,
    `mkdir -p ${dirname(bundle)}`,
    `dpkg-deb --fsys-tarfile ca-certificates_*.deb | tar -xO --wildcards './usr/share/*.crt' > ${bundle}`,
    'rm ca-certificates_*.deb',
    'for deb in *.deb; do dpkg-deb --extract "$deb" . && rm "$deb"; done',
  ];
  return ['--variant=custom', `--customize-hook=${steps.join(' && ')}`];
}
