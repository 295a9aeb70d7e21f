import { Alarm } from './alarm.js';

const LONG_MS = 60_000;

test('a ring ends the wait', async () => {
  const alarm = new Alarm();
  const waited = alarm.wait(LONG_MS);
  alarm.ring();
  await waited;
});

test('a ring before the wait ends one wait', async () => {
  const alarm = new Alarm();
  alarm.ring();
  await alarm.wait(LONG_MS);
  const began = performance.now();
  await alarm.wait(20);
  expect(performance.now() - began).toBeGreaterThan(15);
});
