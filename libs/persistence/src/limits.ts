import { type Environment, integer, readAll } from '@stockbook/process';

export interface StorageLimits {
  /** A single larger record is answered whole. */
  readonly pageBytes: number;
  /** The quota of what an account stores in one service; 0 means none. */
  readonly accountBytes: number;
}

const KIBIBYTE = 1_024;

export const storageLimitsIn = (env: Environment) => ({
  pageBytes: () => integer(env, 'PAGE_KIB', 4_096, 65_536, 1) * KIBIBYTE,
  accountBytes: () => integer(env, 'ACCOUNT_QUOTA_MIB', 0, 1_000_000_000) * KIBIBYTE ** 2,
});

export const usualLimits: StorageLimits = readAll(storageLimitsIn({}));
