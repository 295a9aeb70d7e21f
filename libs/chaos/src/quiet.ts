import { setTimeout as delay } from 'node:timers/promises';
import type { Evidence } from './checks/check.js';
import { pendingSql, pendingValues } from './checks/events.js';
import type { RunSql } from './system/run-sql.js';

const POLL_MS = 250;
const LIMIT_MS = 120_000;

interface Pending {
  readonly outbox: number;
  readonly waiting: number;
  readonly incomplete: number;
  readonly moving: number;
  readonly expiring: number;
}

const NOTHING_KNOWN: Pending = { outbox: NaN, waiting: NaN, incomplete: NaN, moving: NaN, expiring: NaN };

/**
 * Waits until every event is sent, every consumer has every event and every order is complete, every merged customer is moved and no reservation
 * is to expire: twice in a row, as what is done may cause more.
 * Resolves with how long that took in milliseconds; throws when it takes too long.
 */
export async function untilQuiet(run: RunSql, evidence: Pick<Evidence, 'subscriptions' | 'planted'>): Promise<number> {
  const began = Date.now();
  for (let quiet = 0; ; await delay(POLL_MS)) {
    const [pending] = await run<Pending>(pendingSql, pendingValues(evidence));
    const { outbox, waiting, incomplete, moving, expiring } = pending ?? NOTHING_KNOWN;
    quiet = outbox + waiting + incomplete + moving + expiring === 0 ? quiet + 1 : 0;
    const took_ms = Date.now() - began;
    if (quiet === 2) return took_ms;
    if (took_ms > LIMIT_MS)
      throw new Error(
        `It is not quiet after ${LIMIT_MS / 1_000} s: ${outbox} events to send, ${waiting} to consume, ${incomplete} orders to complete, ${moving} merged customers to move, ${expiring} reservations to expire.`,
      );
  }
}
