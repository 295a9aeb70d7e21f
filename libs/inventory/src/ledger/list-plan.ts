import type { Statement } from '@stockbook/persistence';

/** A usual batch has at most this many lines. The kept plan of a statement suits it, and a new one would cost more. */
const SHORT = 200;

/** A long list is planned anew, by its length and by how large the tables have grown. */
export const forList = ({ name, text }: Statement, entries: number): Statement => ({
  name: entries > SHORT ? '' : name,
  text,
});
