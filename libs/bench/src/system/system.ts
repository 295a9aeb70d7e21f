import type { Credentials } from '@stockbook/auth';
import type { Closing } from '@stockbook/process';
import type { Pool } from 'pg';

/** The running system that is measured. */
export interface MeasuredSystem {
  readonly url: string;
  readonly database: Pool;
  /** Adds an account under this domain. */
  addAccount(domain: string): Promise<Account>;
  /** Memory of the system's own processes, without PostgreSQL and Kafka, in MB. */
  memory(): Promise<number>;
}

/** An account with its owner's credentials. */
export interface Account {
  readonly account_id: number;
  readonly credentials: Credentials;
}

export interface StartOptions {
  readonly distributed: boolean;
  /** Arguments of Node for what is measured, like `--cpu-prof`. */
  readonly nodeOptions: readonly string[];
  readonly closing: Closing;
  readonly report: (line: string) => void;
}
