import type { Db, Statement } from '@stockbook/persistence';

/** A replica that hung may run beside the leader. */
export interface Job {
  /** Does a part of the due work and returns whether more may be due. */
  run(db: Db): Promise<boolean>;
  /** Selects as `is_idle` whether nothing is due; `settled()` does not wait for a job that lacks it. */
  readonly idle?: Statement;
}

export interface Schedule {
  /** The name is unique in its service and names its lease and its row in `job_run`. */
  readonly name: string;
  /** The delay after a run that left nothing due. */
  readonly every_ms: number;
  /** The leader holds the lease of the job's name. */
  readonly runs_on: 'leader' | 'every replica';
}

export type ScheduledJob = Schedule & { readonly job: Job };

/** The table stores a recent run of each job on any replica: the last failure, or a success of the last seconds. */
export const jobRunTable = (schema: string): string =>
  `CREATE TABLE ${schema}.job_run (
     name text PRIMARY KEY,
     started_at timestamptz NOT NULL,
     duration_ms bigint NOT NULL,
     succeeded_at timestamptz,
     error text
   )`;
