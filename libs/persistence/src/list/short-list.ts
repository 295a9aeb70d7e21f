import { type Call, parseIds, type RecordPageRequest } from '@stockbook/contracts';
import type { EntityTarget, SelectQueryBuilder } from 'typeorm';
import type { OwnedRow } from '../schema/columns.js';
import type { Db } from '../db.js';
import { type TextSql, textSql } from '../schema/text-sql.js';
import { rankSql } from './text-search.js';
import { behind, type Cut, cutAfter, fittingCount, UNCOUNTED, windowOf } from './page.js';

export interface ListRequest extends RecordPageRequest {
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

/** Returns the rows whose texts have every word of a search in them, the best match first unless a page is sorted. */
export function searched<R extends OwnedRow>(
  query: SelectQueryBuilder<R>,
  text: TextSql,
  columns: readonly string[],
  search = '',
): SelectQueryBuilder<R> {
  const words = search.split(/\s+/).filter(Boolean);
  if (!words.length) return query;
  const lines = text.searchedLines(columns.map((column) => `${query.alias}.${column}`));
  const folded = words.map((_, n) => `CAST(${text.searched(`:word${n}`)} AS text)`);
  query.setParameters({ whole: words.join(' '), ...Object.fromEntries(words.map((word, n) => [`word${n}`, word])) });
  for (const word of folded) query.andWhere(`strpos(${lines}, ${word}) > 0`);
  return query.orderBy(rankSql(lines, text.searched(':whole'), folded));
}

/** A page of the default length is measured when it is read: 20 records have up to 1 MiB each. */
const READ_AT_ONCE = 20;

/** The id breaks ties, so that pages never overlap. Rows without a value come last. */
export async function pageOf<R extends OwnedRow, Q extends ListRequest>(
  { limits }: Db,
  query: SelectQueryBuilder<R>,
  request: Q,
  key: string & keyof R,
  sorts: Sorts<Q>,
): Promise<[rows: R[], total: number, cut: Cut]> {
  const { sort, order = 'DESC', after_id, with_total = true } = request;
  const { limit, offset } = windowOf(request);
  const sqlOf: Readonly<Record<string, string>> = sorts;
  const all = query.clone().orderBy();
  const column = query.expressionMap.mainAlias?.metadata.findColumnWithPropertyName(sort ?? '');
  if (sort && sqlOf[sort]) query.orderBy(sqlOf[sort], order, column?.isNullable ? 'NULLS LAST' : undefined);
  if (after_id !== undefined) query.orderBy();
  if (after_id) query.andWhere(`${query.alias}.${key} ${behind(request, ':after_id')}`, { after_id });
  query.addOrderBy(`${query.alias}.${key}`, order).limit(limit).offset(offset);
  const cutOf = (shown: number, found: number) => (shown < found ? cutAfter(request, shown) : {});
  if (limit <= READ_AT_ONCE) {
    const [rows, total] = await Promise.all([query.getMany(), with_total ? all.getCount() : UNCOUNTED]);
    const shown = fittingCount(rows.map(bytesOf), limits.pageBytes);
    return [rows.slice(0, shown), total, cutOf(shown, rows.length)];
  }
  const { total, sizes } = await measure(all, query.clone());
  const shown = fittingCount(sizes, limits.pageBytes);
  const rows = shown ? await query.limit(shown).getMany() : [];
  return [rows, with_total ? total : UNCOUNTED, cutOf(shown, sizes.length)];
}

const bytesOf = (row: object): number => Buffer.byteLength(JSON.stringify(row));

interface Measures {
  readonly total: number;
  /** Has the bytes of each row of the page. */
  readonly sizes: readonly number[];
}

async function measure<R extends OwnedRow>(all: SelectQueryBuilder<R>, page: SelectQueryBuilder<R>): Promise<Measures> {
  const count = all.select('count(*)').getQuery();
  const sizes = page.select(`octet_length(row_to_json(${page.escape(page.alias)})::text)`).getQuery();
  const measures = page.connection
    .createQueryBuilder()
    .select(`(${count})`, 'total')
    .addSelect(`ARRAY(${sizes})`, 'sizes')
    .fromDummy()
    .setParameters(page.getParameters());
  return (await measures.getRawOne<Measures>()) ?? { total: 0, sizes: [] };
}
