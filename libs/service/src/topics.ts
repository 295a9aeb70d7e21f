import * as contracts from '@stockbook/contracts';

/** The topics of all events that there are. */
export const topics: readonly string[] = [...new Set(contracts.eventsIn(contracts).map(({ topic }) => topic))];
