import { type FaultCode, Refused } from '@stockbook/contracts';

/** An order does not wait longer for an answer of the inventory. */
export const ANSWER_MS = 1_500;

/** What the inventory does not say of the order but of itself. */
const NO_ANSWER: readonly FaultCode[] = ['unavailable', 'timeout', 'internal'];

/** Whether the inventory was asked and did not answer. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Refused && error.faults.some(({ code }) => NO_ANSWER.includes(code));
