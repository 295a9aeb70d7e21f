import { Backoff, type Settling } from '@stockbook/messaging';
import type { Db } from '@stockbook/persistence';
import type { Type } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 1_000;

/** Work that a service does beside requests and events. Its database says what is due, so that any replica can do it. */
export interface Job {
  /** Does some of what is due and returns how much, 0 when nothing is. Rejects to be run again later. */
  run(db: Db): Promise<number>;
  /** Whether nothing is due. */
  isIdle(db: Db): Promise<boolean>;
}
export type JobType = Type<Job>;

/** Runs a job at once while something is due, and else each second, or after a growing pause when it fails. */
export class JobLoop implements Settling {
  done = 0;
  private readonly retry = new Backoff(100, 2_000);
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>;

  constructor(
    private readonly job: Job,
    private readonly db: Db,
    private readonly report: (fault: unknown) => void,
  ) {
    this.running = this.run();
  }

  isIdle(): Promise<boolean> {
    return this.job.isIdle(this.db);
  }

  /** Waits for what is in work. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const pause_ms = await this.attempt();
      if (pause_ms) await delay(pause_ms, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Returns the pause until the next attempt. */
  private async attempt(): Promise<number> {
    try {
      const done = await this.job.run(this.db);
      this.done += done;
      this.retry.reset();
      return done ? 0 : POLL_MS;
    } catch (fault) {
      this.report(fault);
      return this.retry.next();
    }
  }
}
