// The part `pgbouncer` runs the specs through PgBouncer, of a Debian release that has a version with named statements
// in transaction mode.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { debian } from '../containers/debian.mjs';
import { check, need, run, say } from '../shell.mjs';

export async function pgbouncer() {
  need('apt-get install mmdebstrap', 'mmdebstrap');
  const folder = mkdtempSync(join(tmpdir(), 'stockbook-pgbouncer-'));
  try {
    const env = { PATH: `${await programs(folder)}${delimiter}${process.env.PATH}` };
    say((await run('pgbouncer', ['--version'], { env })).split('\n')[0]);
    const output = await run('sh', ['-c', 'npm run -s jest -- scenarios/pgbouncer 2>&1'], { env });
    check(/^Tests: +\d+ passed, \d+ total$/m.test(output), `Not all specs through PgBouncer ran:\n${output}`);
    say(output.match(/^Tests:.*$/m)[0]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns a folder with a `pgbouncer` that runs on the C library of its own release. */
async function programs(folder) {
  const [tree, bin] = [join(folder, 'tree'), join(folder, 'bin')];
  mkdirSync(tree);
  mkdirSync(bin);
  const file = await debian('pgbouncer', ['--variant=extract', '--include=pgbouncer']);
  await run('tar', ['--extract', '--file', file, '--directory', tree, './usr/lib', './usr/sbin/pgbouncer']);
  const libraries = join(tree, 'usr/lib', find(join(tree, 'usr/lib'), /-linux-gnu/));
  const loader = join(libraries, find(libraries, /^ld-linux-/));
  const command = `exec ${loader} --library-path ${libraries} ${join(tree, 'usr/sbin/pgbouncer')} "$@"`;
  writeFileSync(join(bin, 'pgbouncer'), `#!/bin/sh\n${command}\n`, { mode: 0o755 });
  return bin;
}

const find = (folder, pattern) => readdirSync(folder).find((name) => pattern.test(name));
