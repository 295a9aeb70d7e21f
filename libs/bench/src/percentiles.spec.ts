import { latencyOf, percentile } from './percentiles.js';

const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);

test.each([
  [hundred, 0.5, 50],
  [hundred, 0.99, 99],
  [hundred, 1, 100],
  [hundred, 0, 1],
  [[3, 20, 100], 0.5, 20],
  [[3, 20, 100], 0.99, 100],
  [[10, 9], 0.5, 9],
  [[7], 0.99, 7],
])('of %j the part %d is %d', (values, share, expected) => {
  expect(percentile(values, share)).toBe(expected);
});

test('nothing has no latency', () => {
  expect(percentile([], 0.5)).toBeNaN();
  expect(latencyOf([])).toEqual({ p50_ms: null, p99_ms: null });
});
