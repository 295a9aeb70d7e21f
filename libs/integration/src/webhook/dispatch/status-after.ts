import type { WebhookStatus } from '@stockbook/contracts';
import { isOpen } from './breaker.js';
import type { Result } from './delivery.js';
import type { Endpoint, EndpointHealth } from './endpoint.js';

const [HOUR, DAY] = [3_600_000, 86_400_000];
const [DISABLED_AFTER_MS, APART_MS] = [5 * DAY, 12 * HOUR];

export interface StatusChange {
  readonly change: 'failing' | 'disabled' | 'recovered';
  readonly reason: string;
  readonly status: WebhookStatus;
  readonly failing_since: Date | null;
}

/** Notes the exhausted deliveries among some results, and says how the status of their endpoint changes by the results. */
export function statusAfter(
  { status, failing_since }: Pick<Endpoint, 'status' | 'failing_since'>,
  health: EndpointHealth,
  results: readonly Result[],
  now = new Date(),
): StatusChange | undefined {
  if (results.some(({ attempt }) => attempt?.failure === 'gone'))
    return { change: 'disabled', reason: 'gone', status: 'disabled', failing_since };
  if (results.some(({ state }) => state === 'delivered')) {
    Object.assign(health, { first_exhausted: null, last_exhausted: null });
    return status === 'failing'
      ? { change: 'recovered', reason: '', status: 'enabled', failing_since: null }
      : undefined;
  }
  const isExhausted = results.some(({ state, delivery }) => state === 'exhausted' && delivery.trigger !== 'test');
  if (isExhausted) Object.assign(health, { first_exhausted: health.first_exhausted ?? now, last_exhausted: now });
  if (status === 'enabled')
    return isExhausted || isOpen(health, now)
      ? { change: 'failing', reason: '', status: 'failing', failing_since: now }
      : undefined;
  return status === 'failing' && isDead(failing_since, health, now)
    ? { change: 'disabled', reason: 'failing for 5 days', status: 'disabled', failing_since }
    : undefined;
}

/** Nothing has succeeded for 5 days, and two deliveries were exhausted 12 hours apart: an idle endpoint stays as it is. */
const isDead = (since: Date | null, { first_exhausted, last_exhausted }: EndpointHealth, now: Date): boolean =>
  since !== null &&
  first_exhausted !== null &&
  last_exhausted !== null &&
  now.getTime() - since.getTime() > DISABLED_AFTER_MS &&
  last_exhausted.getTime() - first_exhausted.getTime() >= APART_MS;
