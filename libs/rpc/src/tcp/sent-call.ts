import { type Call, REQUEST_MS } from '@stockbook/contracts';

/** Carries the remaining time instead of a deadline, because the clocks of two hosts differ. */
export interface SentCall extends Omit<Call, 'deadline'> {
  /** Anything but a number means the full time of a client's request. */
  readonly remaining_ms?: unknown;
}

export const toSent = ({ deadline, ...call }: Call): SentCall => ({ remaining_ms: deadline - Date.now(), ...call });

export const fromSent = ({ remaining_ms, ...call }: SentCall): Call => ({
  ...call,
  deadline: Date.now() + (typeof remaining_ms === 'number' ? remaining_ms : REQUEST_MS),
});
