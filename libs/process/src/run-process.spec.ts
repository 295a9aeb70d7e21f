import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

let child: ChildProcess;
let output: string;
beforeAll(() => void execFileSync(process.execPath, [pathOf('../../../tools/build.mjs'), 'libs/process']));
afterEach(() => void child.kill('SIGKILL'));

/** Starts a process of a program of the fixture, and waits until it has begun. */
async function launch(program: string): Promise<void> {
  output = '';
  child = fork(pathOf('./run-process.fixture.mjs'), [program], { silent: true, execArgv: [] });
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child.stdout!, 'data');
}

test('a program that has failed and cannot be stopped is ended after three seconds', async () => {
  await launch('never stops');
  const began = performance.now();
  child.send('it hangs');
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(performance.now() - began).toBeGreaterThan(2_900);
  expect(output).toBe('begun\nStopping: it hangs.\nThe stop has not ended within 3 s: ending at once.\n');
});

test('a program that does not stop is ended after its own time limit', async () => {
  await launch('never stops');
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(output).toBe('begun\nStopping: SIGTERM.\nThe stop has not ended within 0.5 s: ending at once.\n');
});

test.each([
  ['SIGINT', 0],
  ['SIGHUP', 0],
  ['A server has ended.', 1],
] as const)('%s during the start closes what was opened so far', async (reason, code) => {
  await launch('closes what it has opened');
  if (reason === 'A server has ended.') child.send(reason);
  else child.kill(reason);
  expect(await once(child, 'close')).toEqual([code, null]);
  expect(output).toBe(`begun\nStopping: ${reason.replace('.', '')}.\nClosed.\n`);
});

test('a signal that comes as the start begins stops the process', async () => {
  await launch('keeps its thread as it begins');
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(output).toBe('begun\nStopping: SIGTERM.\n');
});

test('a failure to close after a signal during the start is reported', async () => {
  await launch('cannot close what it has opened');
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(output).toBe('begun\nStopping: SIGTERM.\nIt cannot be closed.\n');
});

test('an error that nothing catches ends the process, and shows no value', async () => {
  await launch('fails beside its work');
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(output).toMatch(/^begun\nError\n\{"code":"23505","table":"brand"\}\n +at /);
  expect(output).not.toContain('whsec_9f8a7b');
});

test('signals that come together are one', async () => {
  await launch('stops in 300 ms');
  child.kill('SIGINT');
  await once(child.stdout!, 'data');
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(output).toBe('begun\nStopping: SIGINT.\n');
});

test.each(['takes long to stop', 'never starts'])('a later signal ends at once a program that %s', async (program) => {
  await launch(program);
  const began = performance.now();
  const repeated = setInterval(() => child.kill('SIGINT'), 100);
  expect(await once(child, 'close')).toEqual([1, null]);
  clearInterval(repeated);
  expect(performance.now() - began).toBeGreaterThan(1_000);
  expect(output).toBe('begun\nStopping: SIGINT.\n');
});
