import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

let child: ChildProcess;
let output: string;
beforeAll(() => void execFileSync(process.execPath, [pathOf('../../../tools/build.mjs'), 'libs/process']));
beforeEach(async () => {
  output = '';
  child = fork(pathOf('./run-process.fixture.mjs'), { silent: true, execArgv: [] });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child.stdout!, 'data');
});
afterEach(() => void child.kill('SIGKILL'));

test('a program that has failed and cannot be stopped is ended after three seconds', async () => {
  const began = performance.now();
  child.send('it hangs');
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(performance.now() - began).toBeGreaterThan(2_900);
  expect(output).toBe('ready\nStopping: it hangs.\nThe stop has not ended within 3 s: ending at once.\n');
}, 10_000);

test('a program that was told to stop and does not end is ended after the time that it names', async () => {
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(output).toBe('ready\nStopping: SIGTERM.\nThe stop has not ended within 0.5 s: ending at once.\n');
}, 10_000);
