import type { PageRequest } from '@stockbook/contracts';
import { statement, type Statement } from '../connection/statement.js';
import type { Db, Reader } from '../db.js';
import { type Columnwise, columnwise, rowsOf } from './columnwise.js';
import type { Conditions } from './conditions.js';
import { type Countable, exactTotal, isKnown, isPrepared, prepared } from './exact-total.js';
import { windowOf } from './page.js';
import type { Columns } from './row-columns.js';
import { SharedLookups } from './shared-lookups.js';

export interface Sorting {
  readonly by: string;
  readonly join?: string;
  /** Sorts rows without a value first, so that one index serves both directions. */
  readonly nullsFirst?: boolean;
}

export interface LongListTerms<R extends object, S extends string> extends Countable {
  readonly key: string;
  readonly columns: Columns<R>;
  readonly join?: string;
  readonly sorts: Readonly<Record<S, string | Sorting>>;
}

export interface ListPage<R> {
  readonly rows: readonly R[];
  readonly total: () => Promise<number>;
}

interface Place {
  readonly sort?: string;
  readonly order: 'ASC' | 'DESC';
  readonly limit: number;
  readonly offset: number;
  readonly isMirrored?: boolean;
}

/** From this offset on it pays to find the nearer end of the list first. */
const FAR = 10_000;
const OPPOSITE = { ASC: 'DESC', DESC: 'ASC' } as const;

/** A list of millions of rows: exact total from a counter, far pages from the nearer end, rows read by columns. */
export class LongList<R extends object, S extends string> {
  private readonly totals = new SharedLookups<number>();
  private readonly sorts: Readonly<Record<string, string | Sorting>>;

  constructor(
    private readonly db: Db,
    private readonly terms: LongListTerms<R, S>,
  ) {
    this.sorts = terms.sorts;
  }

  /** By descending id by default. Requests at the same time share the total. */
  async page(where: Conditions, request: PageRequest & { readonly sort?: S }): Promise<ListPage<R>> {
    const { sort, order = 'DESC' } = request;
    const place = { sort, order, ...windowOf(request) };
    const { limit, offset } = place;
    if (offset >= FAR && isKnown(this.terms, where))
      return this.db.snapshot((reader) => this.farPage(reader, where, place));
    const rows = await this.rowsAt(this.db, where, place);
    const isEnd = rows.length < limit && (rows.length > 0 || offset === 0);
    const look = () => exactTotal(this.db, this.terms, where);
    const total = () => this.totals.ask(JSON.stringify([`${where}`, where.values]), look);
    return { rows, total: isEnd ? async () => offset + rows.length : total };
  }

  /** Reads from the nearer end, in one snapshot: rows added in between would shift the page. */
  private async farPage(reader: Reader, where: Conditions, place: Place): Promise<ListPage<R>> {
    const { order, limit, offset } = place;
    const all = await exactTotal(reader, this.terms, where);
    const total = async () => all;
    const rest = all - offset;
    if (rest <= 0) return { rows: [], total };
    const mirrored = { limit: Math.min(limit, rest), offset: Math.max(0, rest - limit), order: OPPOSITE[order] };
    const nearer = offset <= all / 2 ? place : { ...place, ...mirrored, isMirrored: true };
    return { rows: await this.rowsAt(reader, where, nearer), total };
  }

  // Reads the ids from an index, then their rows. Unprepared, in two statements: planning the columns costs more than one order.
  private async rowsAt(reader: Reader, where: Conditions, place: Place): Promise<R[]> {
    const ids = this.idsAt(where, place);
    if (isPrepared(this.terms, where))
      return this.read(reader, this.rowsWith(where, place, `ARRAY(${ids.text})`), ids.values);
    const plannedAnew = statement('', `SELECT ARRAY(${ids.text}) AS ids`);
    const [found] = await reader.query<{ ids: number[] }>(plannedAnew, ids.values);
    if (!found?.ids.length) return [];
    const [account_id] = where.values;
    return this.read(reader, this.rowsWith(where, place, '$2::bigint[]'), [account_id, found.ids]);
  }

  private idsAt(where: Conditions, { sort, order, limit, offset }: Place) {
    const { table, key } = this.terms;
    const { alias } = where;
    const sorting = this.sorts[sort ?? ''] ?? `${alias}.${key}`;
    const { by, join = '', nullsFirst } = typeof sorting === 'string' ? { by: sorting } : sorting;
    const nulls = !nullsFirst ? '' : order === 'ASC' ? 'NULLS FIRST' : 'NULLS LAST';
    const values = [...where.values, limit, offset];
    const text = `SELECT ${alias}.${key} FROM ${table} ${alias} ${join} WHERE ${where}
      ORDER BY ${by} ${order} ${nulls}, ${alias}.${key} ${order} LIMIT $${values.length - 1} OFFSET $${values.length}`;
    return { text, values };
  }

  private rowsWith({ alias }: Conditions, { isMirrored }: Place, ids: string): Statement {
    const { table, key, columns, join = '' } = this.terms;
    const rest = `FROM unnest(${ids}) WITH ORDINALITY AS page (id, place)
      JOIN ${table} ${alias} ON ${alias}.account_id = $1 AND ${alias}.${key} = page.id ${join}
      ORDER BY place ${isMirrored ? 'DESC' : 'ASC'}`;
    return prepared(columnwise(columns, rest));
  }

  private async read(reader: Reader, rows: Statement, values: readonly unknown[]): Promise<R[]> {
    const [found] = await reader.query<Columnwise<R>>(rows, values);
    return rowsOf(found, this.terms.columns);
  }
}
