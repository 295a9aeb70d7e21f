import { faultKinds, kindsFor, missedKinds, planFaults, secondsAmong, skewKinds } from './plan.js';
import { Random } from '@stockbook/process';

const planned = (seed: number, seconds: number, all = faultKinds) =>
  planFaults(new Random(seed), seconds, kindsFor(seconds, [], all)).map(({ at_s, lasts_s, kind }) => ({
    at_s,
    lasts_s,
    name: kind.name,
  }));

test.each([
  ['one release', faultKinds],
  ['two releases', skewKinds],
])('a run of a minute with %s inflicts each kind of fault, whatever the seed', (_, all) => {
  for (let seed = 1; seed <= 100; seed++) {
    const names = new Set(planned(seed, 60, all).map(({ name }) => name));
    expect(kindsFor(60, [], all).filter(({ name }) => !names.has(name))).toEqual([]);
  }
});

test('every fifth of many seeds has a run that inflicts all kinds at their full length', () => {
  expect([1, 4, 5, 20].map((seed) => secondsAmong(60, seed))).toEqual([60, 60, 180, 180]);
  expect(secondsAmong(900, 5)).toBe(900);
  for (let seed = 5; seed <= 100; seed += 5) {
    const faults = planned(seed, secondsAmong(60, seed));
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faultKinds.length);
    const lengths = new Map(faults.map(({ name, lasts_s }) => [name, lasts_s]));
    const long = ['broker stopped', 'service hung', 'inventory away', 'integration away'];
    expect(long.map((name) => lengths.get(name))).toEqual([60, 20, 20, 20]);
  }
});

test('a kind that was not inflicted is reported, and was due when the run had the time for it', () => {
  const [first, ...others] = faultKinds.map(({ name }) => name);
  const missedIn = (seconds: number, inflicted: readonly string[], words: readonly string[] = []) =>
    missedKinds(inflicted, { seconds, kinds: kindsFor(seconds, words) });
  expect(missedIn(60, others)).toEqual([{ name: first, isDue: true }]);
  expect(missedIn(59, others)).toEqual([{ name: first, isDue: false }]);
  expect(missedIn(60, others, ['postgres'])).toEqual([{ name: first, isDue: false }]);
  const short = kindsFor(60, []).map(({ name }) => name);
  const away = ['inventory away', 'integration away'];
  expect(missedIn(60, short)).toEqual(away.map((name) => ({ name, isDue: false })));
  expect(missedIn(180, short)).toEqual(away.map((name) => ({ name, isDue: true })));
});

test('the seed decides order and times, and nothing else does', () => {
  expect(planned(7, 60)).toEqual(planned(7, 60));
  expect(planned(7, 60)).not.toEqual(planned(8, 60));
});

test('a long run inflicts each kind again and again, and ends in time', () => {
  const faults = planned(3, 900);
  const poisons = faults.filter(({ name }) => name === 'poison');
  expect(poisons.length).toBeGreaterThan(1);
  expect(Math.max(...faults.map(({ at_s }) => at_s))).toBeLessThan(900);
});

test('words choose faults; one that fits none is refused', () => {
  expect(kindsFor(60, ['postgres', 'poison', 'inventory away']).map(({ name }) => name)).toEqual([
    'inventory away',
    'kill -9 postgres',
    'poison',
  ]);
  expect(() => kindsFor(60, ['earthquake'])).toThrow('There is no fault earthquake');
});
