import { setTimeout as delay } from 'node:timers/promises';

const LIMIT_MS = 25_000;
/** A question to a server takes time of the cores that the awaited work needs, so long waits ask less often. */
const [SHORTEST_MS, LONGEST_MS] = [2, 25];

/** Waits until a condition holds, for 25 s by default: less than a test may take, more than a busy machine needs. */
export async function eventually(condition: () => boolean | Promise<boolean>, limit_ms = LIMIT_MS): Promise<void> {
  const began = Date.now();
  while (!(await condition())) {
    const waited = Date.now() - began;
    if (waited > limit_ms) throw new Error(`This did not come true within ${limit_ms} ms: ${condition}`);
    await delay(Math.min(Math.max(SHORTEST_MS, waited / 20), LONGEST_MS));
  }
}
