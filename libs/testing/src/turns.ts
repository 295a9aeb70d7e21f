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
function cpuMs(): number {
  if (isThreadKnown) return Number.parseInt(readFileSync(THREAD, 'utf8')) / 1_000_000;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Returns the most CPU time of one turn of the event loop meanwhile; a second try leaves out garbage of other work. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const first = await longestTurnOnce(work);
  return first < MOST_TURN_MS ? first : Math.min(first, await longestTurnOnce(work));
}

async function longestTurnOnce(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false];
  let began = cpuMs();
  const turn = () => {
    longest = Math.max(longest, cpuMs() - began);
    began = cpuMs();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  turn();
  return longest;
}
