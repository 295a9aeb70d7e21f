import { freePort } from '@stockbook/process';
import { buildApps, descendantsOf, inTerminal, npmCommand, type RunningProgram, untilGone } from '@stockbook/testing';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const GONE_MS = 10_000;

let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  buildApps();
  folder = await mkdtemp(join(tmpdir(), 'stockbook-npm-start-'));
  env = { STOCKBOOK_HOME: join(folder, 'home'), PORT: String(await freePort()) };
});
afterAll(() => rm(folder, { recursive: true }));

/** All that the command has started ends; the port is free, and nothing holds the home or its database. */
async function expectNothingLeft(command: RunningProgram, end: () => void): Promise<void> {
  const url = await command.ready();
  const started = await descendantsOf(command.pid);
  expect(started.length).toBeGreaterThan(5);
  end();
  await untilGone(started, GONE_MS);
  await command.exit;
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  expect(await readdir(join(folder, 'home', 'lock'))).toEqual([]);
  expect(await readdir(join(folder, 'home', 'postgres', 'data'))).not.toContain('postmaster.pid');
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
  '%s to npm alone ends the server and its database',
  async (signal) => {
    const command = npmCommand(['start'], env);
    await expectNothingLeft(command, () => void command.kill(signal));
  },
  60_000,
);

test('a closed terminal ends the server and its database', async () => {
  const terminal = inTerminal('npm start', env);
  await expectNothingLeft(terminal, () => void terminal.kill('SIGKILL'));
});
