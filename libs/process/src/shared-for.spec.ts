import { sharedFor } from './shared-for.js';

test('runs once for calls at the same time, and again after the time', async () => {
  let runs = 0;
  const share = (ms: number) => sharedFor(ms, async () => ++runs);
  const shared = share(60_000);
  expect(await Promise.all([shared(), shared(), shared()])).toEqual([1, 1, 1]);
  const apart = share(0);
  expect([await apart(), await apart()]).toEqual([2, 3]);
});
