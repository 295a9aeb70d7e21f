import type { CallOptions } from '@stockbook/client';

/** Names a write, so that a start that goes on repeats none. */
export type Once = (name: string) => CallOptions;

/** The date of a document of the past. Documents have the date of their booking until they take another one. */
export const dated = (_date: Date): object => ({});

export const onceUntil =
  (signal: AbortSignal): Once =>
  (name) => ({ idempotencyKey: `demo year ${name}`, signal });
