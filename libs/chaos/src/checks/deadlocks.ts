import { invariant } from './check.js';

/** Every transaction locks in one common order. */
export const deadlockChecks = [
  invariant(
    'transactions have deadlocked',
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database() AND deadlocks > 0',
  ),
];
