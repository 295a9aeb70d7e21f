import { existsSync, readFileSync } from 'node:fs';
import { isDistributed } from './is-distributed.js';

/**
 * The most CPU time of one turn of the event loop. A busy machine lengthens the time of day, but hardly this. Services
 * that are apart share the thread of the specs, and write and read there what they send each other.
 */
export const MOST_TURN_MS = isDistributed ? 200 : 100;

/** Linux tells the CPU time of this thread; elsewhere that of the process counts, with its garbage collection. */
const THREAD = '/proc/thread-self/schedstat';
const isThreadKnown = existsSync(THREAD);
const threadMs = () => (isThreadKnown ? Number.parseInt(readFileSync(THREAD, 'utf8')) / 1_000_000 : processMs());

function processMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Work of the kind that specs limit, and the CPU time that it takes on the machine for which they state limits. */
const YARDSTICK = JSON.stringify(
  Array.from({ length: 4_000 }, (_, n) => ({ n, name: `Größe ${n} 品`, list: [n, `${n}`] })),
);
const YARDSTICK_MS = 3.3;

/** Returns how many times slower than that machine this one is now, 1 at least. */
function slowness(): number {
  const times = Array.from({ length: 5 }, () => {
    const began = processMs();
    const rows = JSON.parse(YARDSTICK) as object[];
    for (const row of rows) for (const name of Object.keys(row)) if (!/^[a-z]+$/.test(name)) rows.length = 0;
    JSON.stringify(rows);
    return processMs() - began;
  });
  return Math.max(1, Math.min(...times) / YARDSTICK_MS);
}

/** Returns the CPU time that work takes on the machine of the limits; further tries leave out garbage of other work. */
export async function leastCpuMs(work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < 3; tries++) {
    const began = processMs();
    await work();
    least = Math.min(least, processMs() - began);
  }
  return least / slowness();
}

/** Returns the most CPU time of one turn of the event loop meanwhile, on the machine of the limits. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const first = await longestTurnOnce(work);
  return first < MOST_TURN_MS ? first : Math.min(first, await longestTurnOnce(work)) / slowness();
}

async function longestTurnOnce(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false];
  let began = threadMs();
  const turn = () => {
    longest = Math.max(longest, threadMs() - began);
    began = threadMs();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  turn();
  return longest;
}
