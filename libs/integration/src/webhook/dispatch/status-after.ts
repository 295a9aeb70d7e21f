import type { WebhookStatus } from '@stockbook/contracts';
import type { Result } from './lane/delivery.js';

export interface StatusChange {
  readonly change: 'failing' | 'disabled' | 'recovered';
  readonly reason: string;
}

/** Tells whether any delivery was given up. */
export const isAnyExhausted = (results: readonly Result[]): boolean =>
  results.some(({ state }) => state === 'exhausted');

/** Returns how some results change the status of an endpoint. `isDead` says that nothing has succeeded for days. */
export function statusAfter(
  status: WebhookStatus,
  results: readonly Result[],
  { isOpen, isDead }: { readonly isOpen: boolean; readonly isDead: boolean },
): StatusChange | undefined {
  if (results.some(({ attempt }) => attempt?.failure === 'gone')) return { change: 'disabled', reason: 'gone' };
  if (results.some(({ state }) => state === 'delivered'))
    return status === 'failing' ? { change: 'recovered', reason: '' } : undefined;
  if (status === 'enabled') return isAnyExhausted(results) || isOpen ? { change: 'failing', reason: '' } : undefined;
  return status === 'failing' && isDead ? { change: 'disabled', reason: 'failing for 5 days' } : undefined;
}
