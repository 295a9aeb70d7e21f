import type { Fault } from '@stockbook/contracts';

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** The faults of a user's e-mail address. */
export const emailFaults = (email: string): Fault[] =>
  EMAIL.test(email) && email.length <= 254
    ? []
    : [{ code: 'invalid', field: 'email', message: 'email must be an e-mail address of at most 254 characters.' }];
