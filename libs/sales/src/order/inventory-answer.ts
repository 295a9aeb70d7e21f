import { type FaultCode, Refused } from '@stockbook/contracts';

/** Time limit for inventory's answer while a client waits. */
export const ANSWER_MS = 1_500;

/** Faults of inventory itself, not of the order. */
const NO_ANSWER: readonly FaultCode[] = ['unavailable', 'timeout', 'internal'];

/** Whether the inventory was asked and did not answer. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Refused && error.faults.some(({ code }) => NO_ANSWER.includes(code));
