import * as contracts from '@stockbook/contracts';

export const events = contracts.eventsIn(contracts);
export const topics: readonly string[] = contracts.topicsOf(events);
