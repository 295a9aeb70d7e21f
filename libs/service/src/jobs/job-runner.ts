import { Backoff, Lease, type LeaseTerm, type Settling } from '@stockbook/messaging';
import { type Db, statement, type Statement } from '@stockbook/persistence';
import type { InTurn } from '@stockbook/process';
import { setTimeout as delay } from 'node:timers/promises';
import type { ScheduledJob } from './job.js';

/** A replica asks at this interval for the lease of a job that it does not lead. */
const STANDBY_MS = 1_000;
const [FIRST_RETRY_MS, LAST_RETRY_MS] = [100, 2_000];
/** Successes in a row are written down at most this often: some jobs run several times a second. */
const RECORD_MS = 5_000;

export interface JobRunnerOptions {
  readonly db: Db;
  readonly job: ScheduledJob;
  /** The jobs of a replica share one connection. */
  readonly inTurn: InTurn;
  readonly report: (fault: unknown, job: string) => void;
}

/** Repeats a job at its interval: at once while more is due, after a growing delay when it fails. */
export class JobRunner implements Settling {
  /** Counts the runs that left more to do. */
  done = 0;
  private readonly lease: Lease;
  private readonly record: Statement;
  private readonly retry: Backoff;
  private readonly stopping = new AbortController();
  private term?: LeaseTerm;
  private success_recorded_at = -Infinity;
  private readonly running: Promise<void>;

  constructor(private readonly options: JobRunnerOptions) {
    const { db, job } = options;
    this.lease = new Lease(db, job.name);
    this.retry = new Backoff(FIRST_RETRY_MS, Math.max(LAST_RETRY_MS, job.every_ms));
    this.record = statement(
      'record_job_run',
      `INSERT INTO ${db.schema}.job_run AS run (name, started_at, duration_ms, succeeded_at, error)
       VALUES ($1, now() - $2 * interval '1 ms', $2, CASE WHEN $3::text IS NULL THEN now() END, $3)
       ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at, duration_ms = excluded.duration_ms,
         succeeded_at = coalesce(excluded.succeeded_at, run.succeeded_at), error = excluded.error`,
    );
    this.running = this.run();
  }

  async isIdle(): Promise<boolean> {
    const { db, job } = this.options;
    if (!job.job.idle) return true;
    const [row] = await db.query<{ is_idle: boolean }>(job.job.idle, []);
    return row?.is_idle === true;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await this.term?.handBack();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const pause_ms = await this.attempt();
      if (pause_ms) await delay(pause_ms, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Returns the delay until the next attempt. */
  private async attempt(): Promise<number> {
    const { job, inTurn, report } = this.options;
    try {
      if (!(await this.mayRun())) return STANDBY_MS;
      const isMore = await inTurn(() => this.runOnce());
      this.retry.reset();
      if (!isMore) return job.every_ms;
      this.done++;
      return 0;
    } catch (fault) {
      report(fault, job.name);
      // Another replica may succeed where this one fails.
      await this.term?.handBack();
      return this.retry.next();
    }
  }

  private async mayRun(): Promise<boolean> {
    if (this.options.job.runs_on === 'every replica') return true;
    if (!this.term || this.term.isOver) this.term = await this.lease.take();
    return this.term !== undefined;
  }

  private async runOnce(): Promise<boolean> {
    // It may have stopped, or lost the lease, while other jobs ran.
    if (this.stopping.signal.aborted || this.term?.isOver) return true;
    const { db, job } = this.options;
    const started = performance.now();
    const values = () => [job.name, Math.round(performance.now() - started)];
    try {
      const isMore = await job.job.run(db);
      if (started - this.success_recorded_at >= RECORD_MS) {
        await db.query(this.record, [...values(), null]);
        this.success_recorded_at = started;
      }
      return isMore;
    } catch (fault) {
      this.success_recorded_at = -Infinity;
      // PostgreSQL stores no NUL. If the database is away there is no record, but the log has the fault.
      const error = String(fault).replaceAll('\0', '\uFFFD');
      await db.query(this.record, [...values(), error]).catch(() => undefined);
      throw fault;
    }
  }
}
