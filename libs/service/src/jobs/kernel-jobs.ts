import { type Generation, isRefilling, measureBacklog } from '@stockbook/messaging';
import {
  createPartitions,
  type Db,
  dropPartitions,
  foldRowCounts,
  measureSchema,
  type PartitionedTable,
  pruneRequestKeys,
  type RowCounts,
} from '@stockbook/persistence';
import { SAMPLE_MS } from '@stockbook/process';
import type { ScheduledJob } from './job.js';

/** Fewer changes of an account wait for housekeeping. */
const MANY_CHANGES = 100;

interface KernelTables {
  readonly rowCounts: readonly RowCounts[];
  readonly partitioned: readonly PartitionedTable[];
}

export function kernelJobs({ rowCounts, partitioned }: KernelTables, generation?: Generation): ScheduledJob[] {
  const fold = async (db: Db, atLeast: number) => {
    let isMore = false;
    for (const counts of rowCounts) isMore = (await foldRowCounts(db, counts, atLeast)) || isMore;
    return isMore;
  };
  const housekeeping = {
    async run(db: Db) {
      const isMore = await pruneRequestKeys(db);
      return (await fold(db, 1)) || isMore;
    },
  };
  const partitions = {
    async run(db: Db) {
      await createPartitions(db, partitioned);
      // A restored archive is as old as its backup: the topics of the new generation are filled out of it first.
      if (generation && ((await generation.isHeld(db)) || (await isRefilling(db)))) return false;
      return dropPartitions(db, partitioned);
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
    { name: 'partitions', every_ms: 3_600_000, runs_on: 'leader', job: partitions },
    ...(rowCounts.length ? [{ name: 'row-counts', every_ms: 5_000, runs_on: 'leader', job: folding } as const] : []),
  ];
}
