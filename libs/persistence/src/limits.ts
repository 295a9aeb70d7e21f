import { type Environment, integer, readAll } from '@stockbook/process';

export interface StorageLimits {
  /** For the records of a page as JSON, and their lines. A single larger record is answered whole. */
  readonly pageBytes: number;
}

const KIBIBYTE = 1_024;

/** Readers of the variables, for `readAll`. */
export const storageLimitsIn = (env: Environment) => ({
  pageBytes: () => integer(env, 'PAGE_KIB', 4_096, 65_536, 1) * KIBIBYTE,
});

export const usualLimits: StorageLimits = readAll(storageLimitsIn({}));
