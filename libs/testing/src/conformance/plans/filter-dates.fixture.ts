const DAY_MS = 86_400_000;

/** Dates of filters, relative to the rows that the guards fill in. */
export const lastHour = new Date(Date.now() - 3_600_000).toISOString();
export const yesterday = new Date(Date.now() - DAY_MS).toISOString();
export const lastWeek = new Date(Date.now() - 7 * DAY_MS).toISOString();
export const today = new Date().toISOString().slice(0, 10);
export const inAMonth = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
