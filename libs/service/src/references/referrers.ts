import type { Caller, Fault, Referrers, ReferrersOfKind } from '@stockbook/contracts';
import { type Db, hiddenColumn, type OwnedRow, statement, type Tx, visibleIds } from '@stockbook/persistence';
import type { EntityMetadata } from 'typeorm';
import { inUse, MOST_NAMED, type ReferrerRow, referrersOf } from './in-use.js';
import { type CheckedReference, type Reference, referencesOf } from './refers.js';

interface Referring extends Referrers {
  /** The records in messages: `payment method`. */
  readonly kind: string;
  readonly reference: CheckedReference;
  /** There is one such row an account, which has no id. */
  readonly isOnly: boolean;
}

const isChecked = (reference: Reference): reference is CheckedReference => 'refusal' in reference;
const sourceOf = (reader: Db | Tx) => ('source' in reader ? reader.source : reader.manager.dataSource);
export const nounOf = ({ tableName }: EntityMetadata): string => tableName.replaceAll('_', ' ');

/** `row` has its key, and the code that references name. */
export async function useFaults<R extends OwnedRow>(
  reader: Db | Tx,
  caller: Caller,
  entity: new () => R,
  row: Partial<R>,
): Promise<Fault[]> {
  const metadata = sourceOf(reader).getMetadata(entity);
  const noun = nounOf(metadata);
  const field = `${metadata.tableName}_id`;
  const values = row as Readonly<Record<string, number | string>>;
  const found = await findReferrers(reader, caller, noun, (by = field) => values[by] ?? 0);
  return found.flatMap(({ reference: { refusal, by }, kind, isOnly, ...referrers }) => {
    const code = by ? ` (${values[by]})` : '';
    const beginning = `${noun[0]?.toUpperCase()}${noun.slice(1)} ${values[field]}${code} ${refusal}`;
    if (!isOnly) return inUse(field, beginning, kind, referrers);
    return referrers.total ? [{ code: 'in_use', field, message: `${beginning} the ${kind}.` }] : [];
  });
}

/** Returns the rows of this service that refer to another service's record `id`, by kind. */
export async function kindsReferringTo(db: Db, caller: Caller, to: string, id: number): Promise<ReferrersOfKind[]> {
  const found = await findReferrers(db, caller, to, () => id);
  return found.map(({ kind, first, total }) => ({ kind, first, total }));
}

export async function referrersTo(db: Db, caller: Caller, to: string, id: number): Promise<Referrers> {
  const [{ first, total } = referrersOf([])] = await kindsReferringTo(db, caller, to, id);
  return { first, total };
}

/** Looks in the order of the rows in the service's definition. */
function findReferrers(reader: Db | Tx, caller: Caller, to: string, valueOf: (by?: string) => number | string) {
  const references = sourceOf(reader).entityMetadatas.flatMap((holder) =>
    referencesOf(holder.target).map((reference) => ({ holder, reference })),
  );
  return Promise.all(
    references.flatMap(({ holder, reference }) =>
      isChecked(reference) && reference.to === to
        ? [findRows(reader, caller, holder, reference, valueOf(reference.by))]
        : [],
    ),
  );
}

type Declared = CheckedReference & { readonly column: string };

async function findRows(
  reader: Db | Tx,
  caller: Caller,
  holder: EntityMetadata,
  reference: Declared,
  value: number | string,
): Promise<Referring> {
  const { columns, primaryColumns, tableName: table } = holder;
  const key = primaryColumns.map(({ propertyName }) => propertyName).find((name) => name !== 'account_id');
  const has = (name: string) => columns.some(({ propertyName }) => propertyName === name);
  const { column, counts, holds, hidden, named = has('name') ? 'name' : `''` } = reference;
  const isList = columns.some(({ propertyName, isArray }) => propertyName === column && isArray);
  const scope = (['channel_group_id', 'channel_id'] as const).find(has);
  const seen = hidden ? hidden({ table, key: key ?? '' }, '$3') : scope && hiddenColumn(scope, '$3');
  const conditions = [
    'account_id = $1',
    holds ?? (isList ? `$2 = ANY (${column})` : `${column} = $2`),
    ...(has('date_deleted') ? ['date_deleted IS NULL'] : []),
    ...(counts ? [counts] : []),
  ];
  const find = statement(
    `${table}_by_${column}`,
    `SELECT ${key ?? 0} AS id, ${named} AS name, count(*) OVER ()::int AS total${seen ? `, ${seen}` : ''}
     FROM ${quoted(holder.tablePath)}
     WHERE ${conditions.join(' AND ')}
     ORDER BY ${seen ? 'hidden, ' : ''}id LIMIT ${MOST_NAMED}`,
  );
  const visible = seen ? [visibleIds(caller, (!hidden && scope) || 'channel_group_id')] : [];
  const rows = await reader.query<ReferrerRow>(find, [caller.account_id, value, ...visible]);
  return { kind: nounOf(holder), reference, isOnly: !key, ...referrersOf(rows) };
}

/** A table's name may be a word of SQL: `settings.user`. */
const quoted = (path: string): string => path.replaceAll(/\w+/g, '"$&"');
