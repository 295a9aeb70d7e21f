import type { PageRequest } from '@stockbook/contracts';
import type { QueryResultRow } from 'pg';
import { type Statement, statement } from '../connection/statement.js';
import type { Db } from '../db.js';
import { type Cut, cutAfter, windowOf } from './page.js';

/** In SQL, the rows of a query in their order, and `bytes`: those of a row and all before it as JSON. */
export const withRunningBytes = (rows: string): string =>
  `SELECT *, sum(octet_length(to_json(listed)::text)) OVER (ROWS UNBOUNDED PRECEDING) AS bytes FROM (${rows}) listed`;

interface Measure {
  readonly found: number;
  readonly bytes: number;
  readonly place: number;
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
  const fitting = `SELECT * FROM (
      SELECT *, count(*) OVER () AS found, row_number() OVER () AS place FROM (${withRunningBytes(text)}) running
    ) measured WHERE bytes <= $${values.length + 1} OR place = 1 ORDER BY place`;
  const measured = await db.query<R & Measure>(statement(name, fitting), [...values, db.limits.pageBytes]);
  const rows = measured.map(({ found: _found, bytes: _bytes, place: _place, ...row }) => row as unknown as R);
  return { rows, isCut: rows.length < (measured[0]?.found ?? 0) };
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
