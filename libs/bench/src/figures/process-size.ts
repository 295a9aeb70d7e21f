import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@stockbook/process';
import { AppProcess } from '@stockbook/testing';
import type { Figure } from '../figure.js';
import { shared } from '../shared.js';

export const startFigures: readonly Figure[] = [
  { name: 'start_cold', unit: 'ms', measure: async (bench) => ({ value: (await starts(bench)).cold }) },
  { name: 'start_warm', unit: 'ms', measure: async (bench) => ({ value: (await starts(bench)).warm }) },
];

export const memoryFigures: readonly Figure[] = [
  {
    name: 'memory_after_load',
    unit: 'MB',
    isLookup: true,
    measure: async ({ system }) => ({ value: await system.memory() }),
  },
];

const starts = shared(async () => {
  const home = await mkdtemp(join(tmpdir(), 'stockbook-bench-start-'));
  try {
    const env = { STOCKBOOK_HOME: home, PORT: `${await freePort()}` };
    return { cold: await startOnce(env), warm: await startOnce(env) };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});

/** Returns the milliseconds from the launch to the line that says that the system is ready. */
async function startOnce(env: Readonly<Record<string, string>>): Promise<number> {
  const began = performance.now();
  const app = new AppProcess('standalone', env);
  await app.ready();
  const start_ms = performance.now() - began;
  await app.kill('SIGTERM');
  return start_ms;
}
