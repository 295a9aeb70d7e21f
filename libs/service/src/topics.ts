import * as contracts from '@stockbook/contracts';

/** All kinds of events that there are. */
export const events = contracts.eventsIn(contracts);
export const topics: readonly string[] = contracts.topicsOf(events);
