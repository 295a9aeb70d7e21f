import type { PartitionedTable } from '@stockbook/persistence';

export const KEPT_DAYS = 30;

/**
 * The log is kept a day longer: a delivery cancelled for its age stays for a day, and none in the queue loses its
 * event.
 */
const logTable = (name: string): PartitionedTable => {
  return { name, key: 'date_added', type: 'timestamptz', dated: 'date_added', keptDays: KEPT_DAYS + 1 };
};

export const partitionedLogs: readonly PartitionedTable[] = ['webhook_event', 'webhook_delivery'].map(logTable);
