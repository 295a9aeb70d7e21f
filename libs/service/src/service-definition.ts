import type { Operation, Service } from '@stockbook/contracts';
import { messagingTables } from '@stockbook/messaging';
import { createTextSql, requestKeyTable, type ServiceSchema, type RowCounts } from '@stockbook/persistence';
import type { Type } from '@nestjs/common';
import { type Job, jobRunTable, type Schedule } from './jobs/job.js';

/** The operations of a resource, by their names. */
export type Resource = Readonly<Record<string, Operation>>;

/** The parts of a service, the same for every way to run it. */
export interface ServiceDefinition extends ServiceSchema {
  readonly name: Service;
  /** Feature modules: controllers with @Handles methods, and providers, some with @Consumes methods. They share no providers. */
  readonly modules: readonly Type[];
  /** Work beside requests and events, each a provider of a module, with its schedule. */
  readonly jobs?: readonly (Schedule & { readonly provider: Type<Job> })[];
  /** Resources whose records other services or the gateway cache; their writes invalidate the copies before they are answered. */
  readonly cached?: readonly Resource[];
  /** Its handlers seal secrets, so its process needs `STOCKBOOK_SECRET_KEYS`; others get no keys. */
  readonly sealsSecrets?: boolean;
  /** Those that its migrations have created. */
  readonly rowCounts?: readonly RowCounts[];
}

/** The tables of every service's schema: rules of texts, stored answers, events and runs of jobs. */
export const kernelTables = (schema: string): string[] => [
  ...createTextSql(schema),
  ...requestKeyTable(schema),
  ...messagingTables(schema),
  jobRunTable(schema),
];
