import { Timeline } from './timeline.js';

let now: number;
let flag: Timeline<boolean>;
beforeEach(() => {
  now = 0;
  flag = new Timeline(false, () => now);
});

/** Sets the flag by a request that is sent and answered at these times. */
function set(value: boolean, sent: number, answered: number): void {
  now = sent;
  const answer = flag.change(value);
  now = answered;
  answer();
}

test('a request before a change meets the old value, one after it the new value', () => {
  set(true, 10, 20);
  expect([...flag.during(1, 9)]).toEqual([false]);
  expect([...flag.during(21, 30)]).toEqual([true]);
});

test.each([
  ['is answered in the middle of the change', 5, 15],
  ['is sent in the middle of the change', 15, 25],
  ['lies within the change', 12, 18],
  ['holds the change', 5, 25],
])('a request that %s may meet either', (_, sent, answered) => {
  set(true, 10, 20);
  expect(flag.during(sent, answered)).toEqual(new Set([false, true]));
});

test('of several changes a request meets those that it overlaps', () => {
  const mode = new Timeline('a', () => now);
  for (const [index, value] of ['b', 'c', 'd'].entries()) {
    now = 10 * (index + 1);
    const answer = mode.change(value);
    now += 5;
    answer();
  }
  expect([...mode.during(21, 23)]).toEqual(['b', 'c']);
  expect([...mode.during(12, 32)]).toEqual(['a', 'b', 'c', 'd']);
  expect(mode.last).toBe('d');
});

test('a change without an answer leaves the old value possible', () => {
  now = 10;
  flag.change(true);
  expect(flag.during(100, 200)).toEqual(new Set([false, true]));
});
