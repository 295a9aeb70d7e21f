import type { Statement } from '@stockbook/persistence';

/**
 * The lines of a usual batch. Up to so many the plan that is kept for a statement is a good one, and making a new one
 * would cost more.
 */
const SHORT = 200;

/**
 * A statement over a list, planned anew where the list is long: by its length, and by how large the tables have grown.
 */
export const forList = ({ name, text }: Statement, entries: number): Statement => ({
  name: entries > SHORT ? '' : name,
  text,
});
