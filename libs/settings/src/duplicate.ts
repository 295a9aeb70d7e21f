import { Refused } from '@stockbook/contracts';
import { constraintOf } from '@stockbook/persistence';

/** Turns the violation of a unique index into a refusal. */
export const refuseDuplicate = (index: string, message: string) => (error: unknown) => {
  throw constraintOf(error) === index ? new Refused({ code: 'duplicate', message }) : error;
};
