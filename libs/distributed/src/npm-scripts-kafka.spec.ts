import { freePort } from '@stockbook/process';
import { buildApps, descendantsOf, inTerminal, npmCommand, type RunningProgram, untilGone } from '@stockbook/testing';
import { describeOwnKafka } from '@stockbook/testing/kafka';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gateways, services, Kafka and PostgreSQL end one after the other. */
const GONE_MS = 20_000;
const READY = / is ready at (\S+)/;

let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  buildApps();
  folder = await mkdtemp(join(tmpdir(), 'stockbook-scripts-'));
  env = { STOCKBOOK_HOME: join(folder, 'home'), PORT: String(await freePort()), TMPDIR: folder };
});
afterAll(() => rm(folder, { recursive: true }));

/** Ends the command when it has printed this; returns when every process that it has started is gone. */
async function endAt(pattern: RegExp, command: RunningProgram, signal: NodeJS.Signals): Promise<void> {
  await command.printed(pattern);
  const started = await descendantsOf(command.pid);
  expect(started.length).toBeGreaterThan(1);
  void command.kill(signal);
  await untilGone(started, GONE_MS);
}

describeOwnKafka('the end of npm, or of the terminal, ends all processes', () => {
  test.each([
    ['kafka', [], 'SIGTERM', READY],
    ['start:distributed', [], 'SIGTERM', READY],
    ['bench', ['--quick', '--only', 'edit_stock_100'], 'SIGKILL', /(Measuring )/],
    ['chaos', [], 'SIGHUP', /(The load begins)/],
  ] as const)(
    'of npm run %s %j: %s',
    async (script, options, signal, pattern) => {
      await endAt(pattern, npmCommand(['run', script, '--', ...options], env), signal);
    },
    120_000,
  );

  test('of npm run start:distributed in a terminal that is closed, and the home is free', async () => {
    await endAt(READY, inTerminal('npm run start:distributed', env), 'SIGKILL');
    expect(await readdir(join(folder, 'home', 'lock'))).toEqual([]);
  });
});
