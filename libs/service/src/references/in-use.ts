import type { Fault, Referrers, ReferrersOfKind } from '@stockbook/contracts';
import type { EntityManager } from 'typeorm';

export const MOST_NAMED = 10;

/** `total` also counts referrers beyond the LIMIT. */
export interface ReferrerRow {
  readonly id: number;
  readonly name: string;
  readonly total: number;
  /** Whether the caller may not see it: it is counted, but not named. */
  readonly hidden?: boolean | null;
}

export const referrersOf = (rows: readonly ReferrerRow[]): Referrers => ({
  first: rows.filter(({ hidden }) => !hidden).map(({ id, name }) => ({ id, name })),
  total: rows[0]?.total ?? 0,
});

/** The living records in every table with this column that refer to the record `id`. */
export function referrersByColumn(
  manager: EntityManager,
  column: string,
  { account_id, id }: { account_id: number; id: number },
): Promise<ReferrersOfKind[]> {
  const tables = manager.dataSource.entityMetadatas.filter(({ columns }) =>
    columns.some(({ propertyName, isPrimary }) => propertyName === column && !isPrimary),
  );
  const find = async ({ target, tableName }: (typeof tables)[number]) => {
    const key = `referrer.${tableName}_id`;
    const query = manager
      .createQueryBuilder(target, 'referrer')
      .select([])
      .where({ account_id, [column]: id });
    query.addSelect(key, 'id').addSelect('referrer.name', 'name').addSelect('count(*) OVER ()::int', 'total');
    const rows = await query.orderBy(key).limit(MOST_NAMED).getRawMany<ReferrerRow>();
    return { kind: tableName.replaceAll('_', ' '), ...referrersOf(rows) };
  };
  return Promise.all(tables.map(find));
}

/** One fault for each of the first referrers and one for the rest; `beginning` is the sentence up to the referrer. */
export function inUse(field: string, beginning: string, kind: string, { first, total }: Referrers): Fault[] {
  const named = first.map(({ id, name }) => `${kind} ${id}${name ? ` (${name})` : ''}`);
  const others = total - first.length;
  const rest = `${others}${named.length ? ' more' : ''} ${others > 1 ? pluralOf(kind) : kind}`;
  const ends = others > 0 ? [...named, rest] : named;
  return ends.map((end) => ({ code: 'in_use', field, message: `${beginning} ${end}.` }));
}

const pluralOf = (kind: string): string => (kind.endsWith('s') ? `${kind}es` : `${kind}s`);
