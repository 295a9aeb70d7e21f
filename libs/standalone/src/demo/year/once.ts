import type { CallOptions } from '@stockbook/client';

/** Names a write, so that a start that goes on repeats none. */
export type Once = (name: string) => CallOptions;

export const dated = (date: Date) => ({ date_added: date.toISOString() });

/** Returns work that is awaited later. Until then its fault is nobody's, which would end the process. */
export function begun<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}

export const onceUntil =
  (signal: AbortSignal): Once =>
  (name) => ({ idempotencyKey: `demo year ${name}`, signal });
