import { type Generation, measureBacklog, prune } from '@stockbook/messaging';
import { type Db, foldRowCounts, measureSchema, type RowCounts } from '@stockbook/persistence';
import { SAMPLE_MS } from '@stockbook/process';
import type { ScheduledJob } from './job.js';

/** Fewer changes of an account wait for housekeeping. */
const MANY_CHANGES = 100;

export function kernelJobs(rowCounts: readonly RowCounts[], generation?: Generation): ScheduledJob[] {
  const fold = async (db: Db, atLeast: number) => {
    let isMore = false;
    for (const counts of rowCounts) isMore = (await foldRowCounts(db, counts, atLeast)) || isMore;
    return isMore;
  };
  const housekeeping = {
    async run(db: Db) {
      const isMore = await prune(db);
      return (await fold(db, 1)) || isMore;
    },
  };
  const folding = { run: (db: Db) => fold(db, MANY_CHANGES) };
  const metrics = {
    async run(db: Db) {
      await measureBacklog(db);
      await measureSchema(db);
      await generation?.measure(db);
      return false;
    },
  };
  return [
    { name: 'metrics', every_ms: SAMPLE_MS, runs_on: 'every replica', job: metrics },
    { name: 'housekeeping', every_ms: 300_000, runs_on: 'leader', job: housekeeping },
    ...(rowCounts.length ? [{ name: 'row-counts', every_ms: 5_000, runs_on: 'leader', job: folding } as const] : []),
  ];
}
