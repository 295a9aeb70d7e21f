import type { Reply } from '@stockbook/contracts';
import { ok } from '@stockbook/testing';
import { setTimeout as delay } from 'node:timers/promises';

const TRIES = 20;
const PAUSE_MS = 500;

const PASSING = ['unavailable', 'timeout', 'overloaded'];

/** Repeats a request that an overloaded system declines. Only for requests that are not measured. */
export async function askUntilGranted<O>(ask: () => Promise<Reply<O>>): Promise<O> {
  for (let tries = 1; tries < TRIES; tries++) {
    const reply = await ask();
    if (!reply.error || !reply.error_details.every(({ code }) => PASSING.includes(code))) return ok(reply);
    await delay(PAUSE_MS);
  }
  return ok(await ask());
}
