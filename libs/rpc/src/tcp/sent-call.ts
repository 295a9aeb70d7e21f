import { type Call, REQUEST_MS } from '@stockbook/contracts';

/** A call on the wire. It carries the remaining time instead of a deadline, as the clocks of two hosts differ. */
export interface SentCall extends Omit<Call, 'deadline'> {
  /** Anything but a number stands for the time of a client's request. */
  readonly remaining_ms?: unknown;
}

export const toSent = ({ deadline, ...call }: Call): SentCall => ({ ...call, remaining_ms: deadline - Date.now() });

/** Restores the deadline by the clock of this host. */
export const fromSent = ({ remaining_ms, ...call }: SentCall): Call => ({
  ...call,
  deadline: Date.now() + (typeof remaining_ms === 'number' ? remaining_ms : REQUEST_MS),
});
