import {
  buildApps,
  descendantsOf,
  eventually,
  inTerminal,
  npmCommand,
  RunningProgram,
  untilGone,
} from '@stockbook/testing';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../run-process.fixture.mjs', import.meta.url));

let folder: string;
let inFolder: readonly string[];
beforeAll(async () => {
  buildApps();
  folder = await mkdtemp(join(tmpdir(), 'stockbook-npm-'));
  inFolder = ['--prefix', folder, '-s', 'run'];
  const scripts = { program: `exec node ${program} 'stops in 300 ms'`, nested: `exec npm -s run program` };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts }));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['SIGTERM', 'SIGTERM'],
  ['SIGINT', 'SIGINT'],
  ['SIGHUP', 'npm has ended'],
  ['SIGKILL', 'npm has ended'],
] as const)('%s to npm alone stops the program of its script, which says: %s', async (signal, reason) => {
  const npm = npmCommand([...inFolder, 'program'], {});
  await npm.printed(/(begun)/);
  const started = await descendantsOf(npm.pid);
  void npm.kill(signal);
  await untilGone(started, 2_000);
  await eventually(() => npm.output === `begun\nStopping: ${reason}.\n`);
});

test('SIGTERM to npm stops the program of a script within its script', async () => {
  const npm = npmCommand([...inFolder, 'nested'], {});
  await npm.printed(/(begun)/);
  const started = await descendantsOf(npm.pid);
  void npm.kill('SIGTERM');
  await untilGone(started, 2_000);
});

test('Ctrl-C, which npm forwards to a program that has it from the terminal, stops the program in peace', async () => {
  const terminal = inTerminal(`trap : INT; npm ${inFolder.join(' ')} program; echo "exit $?"`, {});
  await terminal.printed(/(begun)/);
  terminal.type('\x03');
  expect(await terminal.printed(/(exit \d+)/)).toBe('exit 0');
});

test('a program that was started by a shell goes on when the shell ends, even below a script of npm', async () => {
  const script = { npm_lifecycle_event: 'deploy', npm_lifecycle_script: 'sh deploy.sh' };
  const shell = new RunningProgram('sh', ['-c', `node ${program} 'stops in 300 ms' & read line`], script);
  await shell.printed(/(begun)/);
  const [pid] = await descendantsOf(shell.pid);
  await shell.kill('SIGKILL');
  // It looks for its parent five times in this time.
  await delay(500);
  expect(shell.output).toBe('begun\n');
  process.kill(pid!, 'SIGTERM');
  await untilGone([pid!], 2_000);
});
