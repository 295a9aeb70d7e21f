import type { Service } from '@stockbook/contracts';
import { messagingTables } from '@stockbook/messaging';
import { requestKeyTable, type ServiceSchema, type Tally } from '@stockbook/persistence';
import type { Provider, Type } from '@nestjs/common';

/** What a service consists of; the same for every way to run it. */
export interface ServiceDefinition extends ServiceSchema {
  readonly name: Service;
  /** Controllers whose methods are marked with @Handles. */
  readonly handlers: readonly Type[];
  /** Providers whose methods are marked with @Consumes. */
  readonly consumers: readonly Type[];
  readonly providers: readonly Provider[];
  /** Those that its migrations have created. */
  readonly tallies?: readonly Tally[];
}

/** The tables that every service's schema has: stored answers, outbox, inbox and parked events. */
export const kernelTables = (schema: string): string[] => [...requestKeyTable(schema), ...messagingTables(schema)];
