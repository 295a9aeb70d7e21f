import type { Outcome } from '../http/exchange.js';
import type { Delivery, Result, StoredAttempt } from './delivery.js';
import { retryDelay } from './retry.js';

/** The next state of a delivery after an attempt. */
export function verdictOf(delivery: Delivery, outcome: Outcome, attempt: StoredAttempt): Result {
  const tries = delivery.tries + 1;
  if (!outcome.failure) return { delivery, attempt, tries, state: 'delivered', reason: '' };
  // Somebody who asks for it looks at what comes of it.
  const delay_ms = delivery.trigger === 'manual' ? undefined : retryDelay(tries, outcome);
  if (delay_ms === undefined) return { delivery, attempt, tries, state: 'exhausted', reason: outcome.failure };
  return { delivery, attempt, tries, state: 'retrying', delay_ms };
}
