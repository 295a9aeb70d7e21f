import type { Db } from '@stockbook/persistence';

/**
 * Work that a service does beside requests and events. Its database says what is due, so any replica can do it, and a run
 * that was broken off is repeated. A replica that hung may finish a run although another one leads: its writes must allow that.
 */
export interface Job {
  /** Does a part of what is due and returns whether more may be. Rejects to be run again later. */
  run(db: Db): Promise<boolean>;
  /** Whether nothing is due; without it, `settled()` does not wait for the job. */
  isIdle?(db: Db): Promise<boolean>;
}

/** When and where a job runs. */
export interface Schedule {
  /** Unique in its service: the name of its lease and of its row in `job_run`. */
  readonly name: string;
  /** The pause after a run that left nothing due. */
  readonly every_ms: number;
  /** The leader is the replica that has the lease of the job's name. */
  readonly runs_on: 'leader' | 'every replica';
}

export type ScheduledJob = Schedule & { readonly job: Job };

/** The last run of each job, on whichever replica; `error` is null after a success. */
export const jobRunTable = (schema: string): string =>
  `CREATE TABLE ${schema}.job_run (
     name text PRIMARY KEY,
     started_at timestamptz NOT NULL,
     duration_ms bigint NOT NULL,
     succeeded_at timestamptz,
     error text
   )`;
