import { setImmediate as turn } from 'node:timers/promises';
import { SharedLookups } from './shared-lookups.js';

let stock = 0;
let begun: ((fault?: Error) => void)[] = [];
let lookups: SharedLookups<string, number>;
beforeEach(() => {
  stock = 0;
  begun = [];
  lookups = new SharedLookups();
});

/** Sees what is there when it begins, and answers when it is asked to. */
const look = (): Promise<number> => {
  const seen = stock;
  return new Promise((answer, refuse) => begun.push((fault) => (fault ? refuse(fault) : answer(seen))));
};
const ask = (name = 'all') => lookups.ask(name, look);
const answerOf = (at: number) => begun[at]?.();

test('a lookup alone begins at once, also after another has ended', async () => {
  const first = ask();
  answerOf(0);
  expect(await first).toBe(0);
  stock = 1;
  const second = ask();
  answerOf(1);
  expect(await second).toBe(1);
});

test('requests that come during a lookup share the next, which sees all that was there when they came', async () => {
  const first = ask();
  stock = 1;
  const early = ask();
  stock = 2;
  const late = ask();
  expect(begun).toHaveLength(1);
  answerOf(0);
  expect(await first).toBe(0);
  await turn();
  expect(begun).toHaveLength(2);
  stock = 3;
  const last = ask();
  answerOf(1);
  expect(await Promise.all([early, late])).toEqual([2, 2]);
  await turn();
  answerOf(2);
  expect(await last).toBe(3);
  expect(begun).toHaveLength(3);
});

test('lookups of different keys are not shared', () => {
  void ask('all');
  void ask('deleted');
  expect(begun).toHaveLength(2);
});

test('a fault fails the requests that share the lookup, and none after them', async () => {
  const first = ask();
  const second = ask();
  begun[0]?.(new Error('The connection was lost.'));
  await expect(first).rejects.toThrow('The connection was lost.');
  await turn();
  answerOf(1);
  expect(await second).toBe(0);
});
