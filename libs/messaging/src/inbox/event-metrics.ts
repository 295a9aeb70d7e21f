import type { Event } from '@stockbook/contracts';
import { counter, histogram } from '@stockbook/process';

const applied = counter('stockbook_events_applied_total', 'Events that a service has applied', 'service', 'topic');
const parked = counter('stockbook_events_parked_total', 'Events that a service has parked', 'service', 'topic');
const age = histogram(
  'stockbook_event_age_seconds',
  'Time from the write of an event to the commit of its effects',
  ['service'],
  [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
);

/** Is called after the commit of their effects. */
export function countApplied(service: string, events: readonly Event[]): void {
  const now = Date.now();
  for (const { topic, created_at } of events) {
    applied.inc({ service, topic });
    // The clock of the database may be ahead.
    age.observe({ service }, Math.max(0, now - Date.parse(created_at)) / 1_000);
  }
}

export const countParked = (service: string, topic: string): void => parked.inc({ service, topic });
