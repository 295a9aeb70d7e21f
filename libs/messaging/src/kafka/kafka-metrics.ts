import { counter, gauge } from '@stockbook/process';

export const lagEvents = gauge(
  'stockbook_consumer_lag_events',
  'Events of the partitions of this process that its group has not applied',
  'group',
  'topic',
);
export const malformedEvents = counter('stockbook_malformed_events_total', 'Messages that are no events', 'topic');
export const lostEvents = counter(
  'stockbook_events_lost_total',
  'Events that Kafka deleted before a group read them',
  'topic',
);

/** A series that begins with its first event would hide this event from an alert, which asks for an increase. */
export function countFromZero(topics: readonly string[]): void {
  for (const topic of topics) {
    malformedEvents.inc({ topic }, 0);
    lostEvents.inc({ topic }, 0);
  }
}
