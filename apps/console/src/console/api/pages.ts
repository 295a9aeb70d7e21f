/** The most records of a page of the API. */
export const ALL = 100;
