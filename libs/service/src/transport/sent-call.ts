import { type Call, REQUEST_MS } from '@stockbook/contracts';

/** A call on the wire, with the time that is left instead of a deadline: the clocks of two hosts differ. */
export interface SentCall extends Omit<Call, 'deadline'> {
  /** What has no number here gets the time of a client's request. */
  readonly remaining_ms?: unknown;
}

export const toSent = ({ deadline, ...call }: Call): SentCall => ({ ...call, remaining_ms: deadline - Date.now() });

/** The call with its deadline by the own clock. */
export const fromSent = ({ remaining_ms, ...call }: SentCall): Call => ({
  ...call,
  deadline: Date.now() + (typeof remaining_ms === 'number' ? remaining_ms : REQUEST_MS),
});
