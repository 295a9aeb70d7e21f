import { setTimeout as delay } from 'node:timers/promises';
import { type Evidence, runOn } from './checks/check.js';
import { pendingSql } from './checks/events.js';
import type { RunSql } from './system/run-sql.js';

const POLL_MS = 250;
const LIMIT_MS = 120_000;

/** Checks twice in a row, because this work may cause more. Resolves with the milliseconds that it took. */
export async function untilQuiet(run: RunSql, evidence: Evidence): Promise<number> {
  const began = Date.now();
  for (let quiet = 0; ; await delay(POLL_MS)) {
    const pending = await runOn<{ what: string; count: number }>(run, pendingSql, evidence);
    quiet = pending.every(({ count }) => count === 0) ? quiet + 1 : 0;
    const took_ms = Date.now() - began;
    if (quiet === 2) return took_ms;
    if (took_ms > LIMIT_MS) {
      const counts = pending.map(({ what, count }) => `${count} ${what}`).join(', ');
      throw new Error(`It is not quiet after ${LIMIT_MS / 1_000} s: ${counts}.`);
    }
  }
}
