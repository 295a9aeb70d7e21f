import { setTimeout as delay } from 'node:timers/promises';

const LIMIT_MS = 10_000;

/** Waits until a condition holds, for ten seconds at most. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + LIMIT_MS;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`This did not come true within ${LIMIT_MS} ms: ${condition}`);
    await delay(2);
  }
}
