import { type Call, ownCaller, Refused } from '@stockbook/contracts';
import { openLog } from '@stockbook/process';
import { RenderThreads } from './render-threads.js';

const document = { lines: Array.from({ length: 1_000 }, () => ({ name: 'Mug' })) };
/** It takes about half a second. */
const SLOW = '{{#lines}}{{#lines}}{{/lines}}{{/lines}}';
const SECONDS = 60;

let threads: RenderThreads;
beforeEach(() => void (threads = new RenderThreads(openLog('test', 'silent'))));
afterEach(() => threads.onModuleDestroy());

const callOf = (account_id: number, deadline = Date.now() + SECONDS * 1_000): Call => ({
  caller: ownCaller(account_id),
  input: {},
  deadline,
  request_id: 'r',
});
/** Returns the content, or the code of the refusal. */
const outcome = (account_id: number, template: string, deadline?: number) =>
  threads
    .render(callOf(account_id, deadline), 'Template', { format: 'html', template, document })
    .catch((error: unknown) => {
      if (error instanceof Refused) return error.faults[0]?.code;
      throw error;
    });

test('a full queue refuses repeatable requests of the account with the most, and serves all others', async () => {
  const slow = [outcome(1, SLOW), outcome(2, SLOW)];
  const many = Array.from({ length: 45 }, () => outcome(3, 'many'));
  const few = Array.from({ length: 3 }, () => outcome(4, 'few'));
  expect(await Promise.all(few)).toEqual(['few', 'few', 'few']);
  expect(await Promise.all(slow)).toEqual(['', '']);
  const answers = await Promise.all(many);
  // The few take three of the 40 places, and each of the slow ones holds one until its thread is ready.
  const served = answers.filter((answer) => answer === 'many').length;
  expect([35, 36, 37]).toContain(served);
  expect(answers.filter((answer) => answer === 'unavailable')).toHaveLength(45 - served);
  expect(await outcome(3, 'again')).toBe('again');
});

test('a request that has waited until its deadline is refused and not rendered', async () => {
  const slow = [outcome(1, SLOW), outcome(2, SLOW)];
  expect(await outcome(3, 'late', Date.now() + 100)).toBe('unavailable');
  await Promise.all(slow);
});
