import type { Fault, Referrers } from '@stockbook/contracts';

export const MOST_NAMED = 10;

/** `total` also counts referrers beyond the LIMIT. */
export interface ReferrerRow {
  readonly id: number;
  readonly name: string;
  readonly total: number;
  /** True if the caller may not see it: it is counted, but not named. */
  readonly hidden?: boolean | null;
}

export const referrersOf = (rows: readonly ReferrerRow[]): Referrers => ({
  first: rows.filter(({ hidden }) => !hidden).map(({ id, name }) => ({ id, name })),
  total: rows[0]?.total ?? 0,
});

/** `beginning` is the sentence up to the referrer. */
export function inUse(field: string, beginning: string, kind: string, { first, total }: Referrers): Fault[] {
  const named = first.map(({ id, name }) => `${kind} ${id}${name ? ` (${name})` : ''}`);
  const others = total - first.length;
  const rest = `${others}${named.length ? ' more' : ''} ${others > 1 ? pluralOf(kind) : kind}`;
  const ends = others > 0 ? [...named, rest] : named;
  return ends.map((end) => ({ code: 'in_use', field, message: `${beginning} ${end}.` }));
}

const pluralOf = (kind: string): string => (kind.endsWith('s') ? `${kind}es` : `${kind}s`);
