import type { RecordPageRequest } from '@stockbook/contracts';
import { statement, type Statement } from '../connection/statement.js';
import type { Db, Reader } from '../db.js';
import { boundedColumnwise, type Columnwise, columnwise, fittingRows, type Measured, rowsOf } from './columnwise.js';
import type { Conditions } from './conditions.js';
import { type Countable, exactTotal, hasOnePlan, isKnown, isPrepared, isSummed, prepared } from './exact-total.js';
import { behind, type Cut, cutAfter, UNCOUNTED, windowOf } from './page.js';
import type { Columns } from './row-columns.js';
import { type SearchTerms, TextSearch } from './text-search.js';
import { SharedLookups } from '../shared-lookups.js';

export interface Sorting {
  readonly by: string;
  /** It may compute values of the rows that meet the conditions alone. */
  readonly join?: string | ((where: Conditions) => string);
  /** Rows may have no value: these come last in both directions, and each direction needs an index of its own. */
  readonly isNullable?: boolean;
}

export interface LongListTerms<R extends object, S extends string> extends Countable {
  readonly key: string;
  readonly columns: Columns<R>;
  readonly join?: string;
  readonly sorts: Readonly<Record<S, string | Sorting>>;
  /** Names the texts and codes that `search` of a request looks for; their index finds parts of texts too. */
  readonly search?: SearchTerms;
}

type ListRequest<S> = RecordPageRequest & { readonly sort?: S; readonly search?: string };

export interface ListPage<R> {
  readonly rows: readonly R[];
  readonly total: () => Promise<number>;
  readonly cut: Cut;
}

/** Rows of a page; `isCut`: the first ones, as many as fit into its bytes. */
interface Found<R> {
  readonly rows: R[];
  readonly isCut: boolean;
}

interface Place {
  readonly sort?: string;
  readonly order: 'ASC' | 'DESC';
  readonly limit: number;
  readonly offset: number;
  readonly isMirrored?: boolean;
}

/** From this offset on, the nearer end of the list is found first. */
const FAR = 10_000;
/** A search result of at most this many rows is sorted faster than it is searched for again. */
const FEW = 5_000;
/** A search counts no more of its matches, because that may read the whole table. */
const MANY = { total_is_minimum: true } as const;
const OPPOSITE = { ASC: 'DESC', DESC: 'ASC' } as const;

/**
 * Returns a bound of at least as many rows as lie before the end of the page, as a literal in powers of ten. PostgreSQL
 * takes a LIMIT in a parameter for a tenth of the table, finds that too much, and plans the prepared statement anew for
 * each page.
 */
const boundOf = ({ limit, offset }: Place): number => 10 ** Math.max(3, Math.ceil(Math.log10(offset + limit)));

/** A list of millions of rows: exact total from a counter, far pages from the nearer end, rows read by columns. */
export class LongList<R extends object, S extends string> {
  private readonly totals = new SharedLookups<string, number>();
  private readonly search?: TextSearch;

  constructor(
    private readonly db: Db,
    private readonly terms: LongListTerms<R, S>,
  ) {
    const { table, key, search } = terms;
    if (search) this.search = new TextSearch(db, { table, key, ...search });
  }

  /** Returns the best matches of a search, or rows by descending id by default. */
  async page(given: Conditions, request: ListRequest<S>): Promise<ListPage<R>> {
    const { sort, order = 'DESC', search } = request;
    const place = { sort, order, ...windowOf(request) };
    const where = (await this.search?.narrowed(given)) ?? given;
    if (!this.search || !search) return this.sortedPage(where, place, request);
    if (sort || request.after_id !== undefined)
      return this.sortedPage(await this.search.matching(where, search), place, request);
    const { ids, total, isMore } = await this.search.best(where, search, place);
    const { rows, isCut } = await this.rowsOfIds(this.db, where, place, ids);
    const cut = { ...(isCut && cutAfter(request, rows.length)), ...(isMore && { total_is_minimum: true }) };
    return { rows, total: async () => total, cut };
  }

  /** A sum of the counter travels with the page; requests at the same time share any other total. */
  private async sortedPage(where: Conditions, place: Place, request: ListRequest<S>): Promise<ListPage<R>> {
    const { limit, offset } = place;
    const { after_id, with_total = true, search } = request;
    if (after_id !== undefined || !with_total) return this.plainPage(where, place, request);
    if (offset >= FAR && isKnown(this.terms, where))
      return this.db.snapshot((reader) => this.farPage(reader, where, place, request));
    const few = search || / LIKE /.test(`${where}`) ? await this.few(where, place) : undefined;
    if (few && few.total <= FEW) {
      const { rows, isCut } = await this.rowsOfIds(this.db, where, place, few.ids);
      return { rows, total: async () => few.total, cut: isCut ? cutAfter(request, rows.length) : {} };
    }
    const [{ rows, isCut }, sum] = isSummed(this.terms, where)
      ? await this.db.together((reader) =>
          Promise.all([this.rowsAt(reader, where, place), exactTotal(reader, this.terms, where)]),
        )
      : [await this.rowsAt(this.db, where, place), undefined];
    const cut = isCut ? cutAfter(request, rows.length) : {};
    const isEnd = !isCut && rows.length < limit && (rows.length > 0 || offset === 0);
    if (isEnd) return { rows, cut, total: async () => offset + rows.length };
    if (sum !== undefined) return { rows, cut, total: async () => sum };
    if (search) return { rows, cut: { ...cut, ...MANY }, total: async () => FEW };
    return { rows, cut, total: () => this.sharedTotal(where) };
  }

  /** Reads the rows by themselves, without a counter: a page behind a record, or one without a total. */
  private async plainPage(where: Conditions, place: Place, request: ListRequest<S>): Promise<ListPage<R>> {
    const { after_id, with_total = true, search } = request;
    const from = after_id ? where.and([]).add(this.terms.key, behind(request, '?'), after_id) : where;
    const sort = after_id === undefined ? place.sort : undefined;
    const { rows, isCut } = await this.rowsAt(this.db, from, { ...place, sort });
    const cut = isCut ? cutAfter(request, rows.length) : {};
    if (!with_total) return { rows, total: async () => UNCOUNTED, cut };
    if (!search) return { rows, total: () => this.sharedTotal(where), cut };
    const few = await this.few(where, place);
    return { rows, total: async () => Math.min(few.total, FEW), cut: { ...cut, ...(few.total > FEW && MANY) } };
  }

  private sharedTotal(where: Conditions): Promise<number> {
    const look = () => exactTotal(this.db, this.terms, where);
    return this.totals.ask(JSON.stringify([`${where}`, where.values]), look);
  }

  /** Reads from the nearer end, in one snapshot: rows added in between would shift the page. */
  private async farPage(
    reader: Reader,
    where: Conditions,
    place: Place,
    request: RecordPageRequest,
  ): Promise<ListPage<R>> {
    const { order, limit, offset } = place;
    const all = await exactTotal(reader, this.terms, where);
    const total = async () => all;
    const rest = all - offset;
    if (rest <= 0) return { rows: [], total, cut: {} };
    const mirrored = { limit: Math.min(limit, rest), offset: Math.max(0, rest - limit), order: OPPOSITE[order] };
    const nearer = offset <= all / 2 ? place : { ...place, ...mirrored, isMirrored: true };
    const { rows, isCut } = await this.rowsAt(reader, where, nearer);
    return { rows, total, cut: isCut ? cutAfter(request, rows.length) : {} };
  }

  /** Finds the page and the total by one scan of a text index. A total of more than a few rows is `FEW + 1`. */
  private async few(where: Conditions, place: Place): Promise<{ total: number; ids: readonly number[] }> {
    const { table, key } = this.terms;
    const { alias, values } = where;
    const { by, join, direction } = this.sortOrder(where, place);
    const text = `WITH matching AS MATERIALIZED (
        SELECT ${alias}.${key} AS id, ${by} AS sorted FROM ${table} ${alias} ${join} WHERE ${where}
      ), few AS MATERIALIZED (SELECT * FROM matching LIMIT ${FEW + 1})
      SELECT (SELECT count(*) FROM few) AS total, ARRAY(
        SELECT id FROM few ORDER BY sorted ${direction}, id ${place.order} LIMIT $${values.length + 1}
        OFFSET $${values.length + 2}
      ) AS ids`;
    const window = [place.limit, place.offset];
    const [found] = await this.db.query<{ total: number; ids: number[] }>(statement('', text), [...values, ...window]);
    return found ?? { total: 0, ids: [] };
  }

  // Reads the ids from an index, then their rows. It runs two unprepared statements, because planning the columns costs
  // more than one order.
  private async rowsAt(reader: Reader, where: Conditions, place: Place): Promise<Found<R>> {
    const ids = this.idsAt(where, place);
    if (isPrepared(this.terms, where)) {
      const rows = await this.read(reader, this.rowsWith(where, place, `ARRAY(${ids.text})`), ids.values);
      if (rows) return { rows, isCut: false };
    }
    const plannedAnew = statement('', `SELECT ARRAY(${ids.text}) AS ids`);
    const [found] = await reader.query<{ ids: number[] }>(plannedAnew, ids.values);
    return this.rowsOfIds(reader, where, place, found?.ids ?? []);
  }

  private async rowsOfIds(reader: Reader, where: Conditions, place: Place, ids: readonly number[]): Promise<Found<R>> {
    if (!ids.length) return { rows: [], isCut: false };
    const [account_id] = where.values;
    const rows = await this.read(reader, this.rowsWith(where, place, '$2::bigint[]'), [account_id, ids]);
    return rows ? { rows, isCut: false } : this.firstOfIds(reader, where, place, ids);
  }

  /** Returns the first rows, as many as fit into a page; a single larger one is whole. */
  private async firstOfIds(reader: Reader, where: Conditions, place: Place, ids: readonly number[]): Promise<Found<R>> {
    const { columns } = this.terms;
    const [account_id] = where.values;
    const rest = this.restWith(where, place, '$2::bigint[]');
    const fitting = statement('', fittingRows(columns, rest, this.db.limits.pageBytes));
    const [found] = await reader.query<{ fitting: number }>(fitting, [account_id, ids]);
    const most = Math.max(1, found?.fitting ?? 0);
    const first = place.isMirrored ? ids.slice(-most) : ids.slice(0, most);
    const [read] = await reader.query<Columnwise<R>>(statement('', columnwise(columns, rest)), [account_id, first]);
    return { rows: rowsOf(read, columns), isCut: most < ids.length };
  }

  private idsAt(where: Conditions, place: Place) {
    const { table, key } = this.terms;
    const { alias } = where;
    const { by, join, direction } = this.sortOrder(where, place);
    const values = [...where.values, place.limit, place.offset];
    const sorted = `SELECT ${alias}.${key} FROM ${table} ${alias} ${join} WHERE ${where}
      ORDER BY ${by} ${direction}, ${alias}.${key} ${place.order}`;
    const listed = hasOnePlan(this.terms, where)
      ? `SELECT ${key} FROM (${sorted} LIMIT ${boundOf(place)}) first`
      : sorted;
    return { text: `${listed} LIMIT $${values.length - 1} OFFSET $${values.length}`, values };
  }

  private sortOrder(where: Conditions, { sort, order, isMirrored }: Place) {
    const sorts: Readonly<Record<string, string | Sorting>> = this.terms.sorts;
    const sorting = sorts[sort ?? ''] ?? `${where.alias}.${this.terms.key}`;
    const { by, join = '', isNullable } = typeof sorting === 'string' ? { by: sorting } : sorting;
    const nulls = !isNullable ? '' : isMirrored ? ' NULLS FIRST' : ' NULLS LAST';
    return { by, join: typeof join === 'string' ? join : join(where), direction: `${order}${nulls}` };
  }

  private rowsWith(where: Conditions, place: Place, ids: string): Statement {
    return prepared(boundedColumnwise(this.terms.columns, this.restWith(where, place, ids), this.db.limits.pageBytes));
  }

  private restWith({ alias }: Conditions, { isMirrored }: Place, ids: string): string {
    const { table, key, join = '' } = this.terms;
    return `FROM unnest(${ids}) WITH ORDINALITY AS page (id, place)
      JOIN ${table} ${alias} ON ${alias}.account_id = $1 AND ${alias}.${key} = page.id ${join}
      ORDER BY place ${isMirrored ? 'DESC' : 'ASC'}`;
  }

  /** Returns undefined if the rows exceed the bytes of a page. */
  private async read(reader: Reader, rows: Statement, values: readonly unknown[]): Promise<R[] | undefined> {
    const [found] = await reader.query<Columnwise<R> & Measured>(rows, values);
    return found?.fits === false ? undefined : rowsOf<R>(found, this.terms.columns);
  }
}
