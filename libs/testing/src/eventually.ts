import { setTimeout as delay } from 'node:timers/promises';

const LIMIT_MS = 25_000;

/** Waits until a condition holds, for 25 s by default: less than a test may take, more than a busy machine needs. */
export async function eventually(condition: () => boolean | Promise<boolean>, limit_ms = LIMIT_MS): Promise<void> {
  const end = Date.now() + limit_ms;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`This did not come true within ${limit_ms} ms: ${condition}`);
    await delay(2);
  }
}
