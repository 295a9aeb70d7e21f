import type { PartitionedTable } from '@stockbook/persistence';

export const KEPT_DAYS = 30;

/** A day more, so that no delivery in the queue loses its event. */
const logTable = (name: string): PartitionedTable => {
  return { name, key: 'date_added', type: 'timestamptz', dated: 'date_added', keptDays: KEPT_DAYS + 1 };
};

export const partitionedLogs: readonly PartitionedTable[] = ['webhook_event', 'webhook_delivery'].map(logTable);
