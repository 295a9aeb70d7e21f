import type { Fault, Referrers } from '@stockbook/contracts';

/** A refusal names so many records of a kind. */
export const MOST_NAMED = 20;

/** A row of a statement that finds referrers; `total` counts those beyond its LIMIT too. */
export interface ReferrerRow {
  readonly id: number;
  readonly name: string;
  readonly total: number;
}

export const referrersOf = (rows: readonly ReferrerRow[]): Referrers => ({
  first: rows.map(({ id, name }) => ({ id, name })),
  total: rows[0]?.total ?? 0,
});

/** Why a record cannot be deleted: one sentence for each of the first referrers, and one for the others. `beginning` is the sentence up to the referrer. */
export function inUse(field: string, beginning: string, kind: string, { first, total }: Referrers): Fault[] {
  const named = first.map(({ id, name }) => `${kind} ${id}${name ? ` (${name})` : ''}`);
  const others = total - first.length;
  const ends = others > 0 ? [...named, `${others} more ${others > 1 ? pluralOf(kind) : kind}`] : named;
  return ends.map((end) => ({ code: 'in_use', field, message: `${beginning} ${end}.` }));
}

const pluralOf = (kind: string): string => (kind.endsWith('s') ? `${kind}es` : `${kind}s`);
