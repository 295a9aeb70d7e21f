import type { CallOptions } from '@stockbook/client';

/** Names a write, so that a start that goes on repeats none. */
export type Once = (name: string) => CallOptions;

export const onceUntil =
  (signal: AbortSignal): Once =>
  (name) => ({ idempotencyKey: `demo year ${name}`, signal });
