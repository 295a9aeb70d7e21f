import { kindsFor, planFaults } from './plan.js';
import { Random } from './random.js';

const planned = (seed: number, seconds: number) =>
  planFaults(new Random(seed), seconds, kindsFor(seconds, [])).map(({ at_s, kind }) => ({ at_s, name: kind.name }));

test('a run of a minute inflicts each kind of fault, whatever the seed', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const names = new Set(planned(seed, 60).map(({ name }) => name));
    expect(kindsFor(60, []).filter(({ name }) => !names.has(name))).toEqual([]);
  }
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
