import type { Operation, Service } from '@stockbook/contracts';
import { messagingTables } from '@stockbook/messaging';
import { createTextSql, type PartitionedTable, requestKeyTable, type RowCounts } from '@stockbook/persistence';
import type { Type } from '@nestjs/common';
import { type Job, jobRunTable, type Schedule } from './jobs/job.js';
import { type CountedSchema, storedBytesTable } from './quota/stored-bytes.js';

export type Resource = Readonly<Record<string, Operation>>;

/** Every way to run the service uses this definition. */
export interface ServiceDefinition extends CountedSchema {
  readonly name: Service;
  /** A module that uses the provider of another one imports it. */
  readonly modules: readonly Type[];
  readonly jobs?: readonly (Schedule & { readonly provider: Type<Job> })[];
  /** Other services or the gateway cache these records: their writes invalidate the copies before the answer. */
  readonly cached?: readonly Resource[];
  /** Two reads of events from Kafka are at least this many milliseconds apart; by default it reads at once. */
  readonly pace_ms?: number;
  /** Its migrations have created these. */
  readonly rowCounts?: readonly RowCounts[];
  readonly partitioned?: readonly PartitionedTable[];
}

export const kernelTables = (schema: string): string[] => [
  // A service's first migration waits for those of others: to create a collation locks the catalog, and nobody waits
  // for its tables.
  'SET LOCAL lock_timeout = 0',
  ...createTextSql(schema),
  ...requestKeyTable(schema),
  ...messagingTables(schema),
  jobRunTable(schema),
  storedBytesTable(schema),
];
