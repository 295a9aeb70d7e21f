import { type Call, type PageRequest, parseIds } from '@stockbook/contracts';
import type { EntityTarget, SelectQueryBuilder } from 'typeorm';
import type { OwnedRow } from '../schema/columns.js';
import type { Db } from '../db.js';
import { textSql } from '../schema/text-sql.js';
import { type Cut, cutAfter, PAGE_BYTES, windowOf } from './page.js';

export interface ListRequest extends PageRequest {
  readonly sort?: string;
  readonly filter_name?: string;
  readonly filter_date_modified?: string;
  readonly filter_channel_group_id?: string;
  readonly filter_deleted?: boolean;
}

export type Sorts<Q extends ListRequest> = Readonly<Record<NonNullable<Q['sort']>, string>>;

/** Filters by the record's id and the common fields; the alias is the table's name. */
export function listQuery<R extends OwnedRow, K extends string & keyof R>(
  db: Db,
  row: EntityTarget<R>,
  key: K,
  { caller, input }: Call<ListRequest & { readonly [P in K]?: number }>,
): SelectQueryBuilder<R> {
  const alias = db.source.getMetadata(row).tableName;
  const query = db.read(row, alias, caller);
  const { filter_name: name, filter_date_modified: modified, filter_channel_group_id } = input;
  const id = input[key];
  if (id !== undefined) query.andWhere(`${alias}.${key} = :id`, { id });
  if (name) query.andWhere(textSql(db.schema).contains(`${alias}.name`, ':name'), { name });
  if (modified) query.andWhere(`${alias}.date_modified > :modified`, { modified });
  const groups = parseIds(filter_channel_group_id ?? '');
  if (groups.length) query.andWhere(`${alias}.channel_group_id IN (:...groups)`, { groups });
  return input.filter_deleted ? query.withDeleted() : query;
}

/** A page of the default length needs no look at its bytes: 20 records have up to 1 MiB each. */
const UNMEASURED = 20;

/**
 * The page, by descending id by default, and the exact total. The id breaks ties, so that pages never overlap. Rows without a value
 * in the sorted column come last.
 */
export async function pageOf<R extends OwnedRow, Q extends ListRequest>(
  query: SelectQueryBuilder<R>,
  request: Q,
  key: string & keyof R,
  sorts: Sorts<Q>,
): Promise<[rows: R[], total: number, cut: Cut]> {
  const { sort, order = 'DESC' } = request;
  const { limit, offset } = windowOf(request);
  const sqlOf: Readonly<Record<string, string>> = sorts;
  const total = query.clone().getCount();
  const column = query.expressionMap.mainAlias?.metadata.findColumnWithPropertyName(sort ?? '');
  if (sort && sqlOf[sort]) query.orderBy(sqlOf[sort], order, column?.isNullable ? 'NULLS LAST' : undefined);
  query.addOrderBy(`${query.alias}.${key}`, order).limit(limit).offset(offset);
  const fitting = limit > UNMEASURED ? await fittingRecords(query.clone()) : limit;
  const shown = Math.min(limit, fitting);
  const [rows, all] = await Promise.all([query.limit(shown).getMany(), total]);
  return [rows, all, shown < limit && rows.length === shown ? cutAfter(request, shown) : {}];
}

/** How many of the first records of a page fit into its bytes; at least one. */
async function fittingRecords<R extends OwnedRow>(page: SelectQueryBuilder<R>): Promise<number> {
  const sizes = page.select(`octet_length(row_to_json(${page.escape(page.alias)})::text)`, 'bytes');
  let bytes = 0;
  const measured = await sizes.getRawMany<{ bytes: number }>();
  const end = measured.findIndex((record) => (bytes += record.bytes) > PAGE_BYTES);
  return end < 0 ? Infinity : Math.max(1, end);
}
