import type { PageRequest } from '@stockbook/contracts';
import type { QueryResultRow } from 'pg';
import { type Statement, statement } from '../connection/statement.js';
import type { Db } from '../db.js';
import { type Cut, cutAfter, windowOf } from './page.js';

/**
 * In SQL, the rows of a query in their order, each with its `place`, the `bytes` of it and all before it, and whether `more` follow. The
 * text of a row lacks the names of the fields, but PostgreSQL makes it much faster than JSON.
 */
export const withRunningBytes = (rows: string, text = 'listed::text'): string =>
  `SELECT *, sum(octet_length(${text})) OVER w AS bytes, row_number() OVER w AS place, lead(true) OVER w AS more
   FROM (${rows}) listed WINDOW w AS (ROWS UNBOUNDED PRECEDING)`;

interface Measure {
  readonly bytes: number;
  readonly place: number;
  readonly more: boolean | null;
}

export interface FittingRows<R> {
  readonly rows: R[];
  /** Rows of the page that follow do not fit into its bytes. */
  readonly isCut: boolean;
}

/**
 * Reads the first rows of a statement's page, as many as fit into the bytes of a page, at least one. For pages that are no `LongList`: a single
 * statement measures and reads them.
 */
export async function fittingRowsOf<R extends QueryResultRow>(
  db: Db,
  { name, text }: Statement,
  values: readonly unknown[],
): Promise<FittingRows<R>> {
  const fitting = `SELECT * FROM (${withRunningBytes(text)}) measured WHERE bytes <= $${values.length + 1} OR place = 1`;
  const measured = await db.query<R & Measure>(statement(name, fitting), [...values, db.limits.pageBytes]);
  const rows = measured.map(({ bytes: _bytes, place: _place, more: _more, ...row }) => row as unknown as R);
  return { rows, isCut: measured.at(-1)?.more === true };
}

/** A page by number of a statement that takes `values`, the limit and the offset. */
export async function fittingPage<R extends QueryResultRow>(
  db: Db,
  page: Statement,
  values: readonly unknown[],
  request: PageRequest,
): Promise<{ readonly rows: R[]; readonly cut: Cut }> {
  const { limit, offset } = windowOf(request);
  const { rows, isCut } = await fittingRowsOf<R>(db, page, [...values, limit, offset]);
  return { rows, cut: isCut ? cutAfter(request, rows.length) : {} };
}
