import type { PartitionedTable } from '@stockbook/persistence';

export const KEPT_DAYS = 30;

/**
 * A day more, so that a delivery that was cancelled for its age stays in the log for a day, and none in the queue loses
 * its event.
 */
const logTable = (name: string): PartitionedTable => {
  return { name, key: 'date_added', type: 'timestamptz', dated: 'date_added', keptDays: KEPT_DAYS + 1 };
};

export const partitionedLogs: readonly PartitionedTable[] = ['webhook_event', 'webhook_delivery'].map(logTable);
