import { keepOpen, unfinishedPost } from '@stockbook/testing';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '../../bench.js';
import { WrongRun } from '../../check/faults.js';
import type { Figure, Measured } from '../../figure.js';

const CONNECTIONS = 100;
const SAMPLE_MS = 100;
const PARTS = [
  ['inventory/item/edit', 8_000_000],
  ['inventory/item/add', 8_000_000],
  ['sale/order/add', 1_000_000],
  ['inventory/item/steal', 1_000_000],
] as const;

/** The memory that connections cost whose bodies never end; docs/performance.md has the goal. */
export const unfinishedBodyFigures: readonly Figure[] = [{ name: 'memory_of_unfinished_bodies', unit: 'MB', measure }];

async function measure({ system, scale }: Bench): Promise<Measured> {
  const signal = AbortSignal.timeout(1_000 * scale.seconds);
  setMaxListeners(0, signal);
  const before = await system.memory();
  const bodies = PARTS.map(([path, size]) => unfinishedPost(path, Buffer.alloc(size, ' ')));
  const kept = Array.from({ length: CONNECTIONS }, (_, n) =>
    keepOpen(system.url, bodies[n % bodies.length] ?? Buffer.alloc(0), signal),
  );
  let most = before;
  for (; !signal.aborted; await delay(SAMPLE_MS)) most = Math.max(most, await system.memory());
  const closed = (await Promise.all(kept)).reduce((sum, each) => sum + each, 0);
  if (!closed) throw new WrongRun(['No connection was closed: the bodies were not too many.']);
  return { value: most - before, notes: [`${closed} connections were closed`] };
}
