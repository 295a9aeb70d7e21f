// A program that starts, and stops, as its argument says; it fails when its parent says why.
import { setTimeout as delay } from 'node:timers/promises';
import { runProcess, StartFault, unlessAborted } from '@stockbook/process';

const never = () => new Promise(() => undefined);
const programs = {
  'stops in 300 ms': async () => {
    const running = setInterval(() => undefined, 1_000);
    const stop = () => delay(300).then(() => clearInterval(running));
    return { stop, stopLimit_ms: 10_000 };
  },
  'never stops': async () => ({ stop: never, stopLimit_ms: 500 }),
  'takes long to stop': async () => ({ stop: never, stopLimit_ms: 60_000 }),
  'closes what it has opened': ({ interruption, report }) =>
    unlessAborted(interruption, never).finally(() => report('Closed.')),
  'cannot close what it has opened': ({ interruption }) =>
    unlessAborted(interruption, never).catch(() => {
      throw new StartFault('It cannot be closed.');
    }),
  'fails beside its work': async () => {
    const fault = Object.assign(new Error('whsec_9f8a7b'), { code: '23505', table: 'brand', detail: 'whsec_9f8a7b' });
    setTimeout(() => {
      throw fault;
    }, 10);
    return { stop: never, stopLimit_ms: 500 };
  },
  'never starts': never,
  'keeps its thread as it begins': ({ interruption }) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    return unlessAborted(interruption, never);
  },
};

await runProcess((host) => {
  process.on('message', host.fail);
  process.stdout.write('begun\n');
  return programs[process.argv[2]](host);
});
