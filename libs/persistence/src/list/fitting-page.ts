import type { RecordPageRequest } from '@stockbook/contracts';
import type { QueryResultRow } from 'pg';
import { type Statement, statement } from '../connection/statement.js';
import type { Db } from '../db.js';
import { type Cut, cutAfter, UNCOUNTED, windowOf } from './page.js';

/**
 * Returns SQL for the rows of a query in their order. Each has its `place`, the `bytes` of it and all before it, and
 * whether `more` follow; `size` is that of a row `listed`.
 */
export const withRunningBytes = (rows: string, size: string): string =>
  `SELECT *, sum(${size}) OVER w AS bytes, row_number() OVER w AS place, lead(true) OVER w AS more
   FROM (${rows}) listed WINDOW w AS (ROWS UNBOUNDED PRECEDING)`;

/** The numbers, dates and short texts of a row count as this many bytes. */
const SHORT_FIELDS = 256;
/** PostgreSQL knows the length of a stored text without reading it. */
const sizeOf = (texts: readonly string[]): string =>
  [SHORT_FIELDS, ...texts.map((text) => `coalesce(octet_length(${text}), 0)`)].join(' + ');

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

/** At least one row is read. `texts` are the columns, in SQL, that may be long. */
export async function fittingRowsOf<R extends QueryResultRow>(
  db: Db,
  { name, text }: Statement,
  values: readonly unknown[],
  texts: readonly string[],
): Promise<FittingRows<R>> {
  const size = sizeOf(texts);
  const measuring = [...values, db.limits.pageBytes];
  const most = `$${measuring.length}`;
  const whole = `WITH listed AS MATERIALIZED (${text}) SELECT * FROM listed
    WHERE (SELECT sum(${size}) FROM listed) <= ${most}`;
  const all = await db.query<R>(statement(name, whole), measuring);
  if (all.length) return { rows: all, isCut: false };
  // It is empty, or does not fit.
  const first = `SELECT * FROM (${withRunningBytes(text, size)}) measured WHERE bytes <= ${most} OR place = 1`;
  const measured = await db.query<R & Measure>(statement(name && `first_of_${name}`, first), measuring);
  const rows = measured.map(({ bytes: _bytes, place: _place, more: _more, ...row }) => row as unknown as R);
  return { rows, isCut: measured.at(-1)?.more === true };
}

/** Returns a page of a statement that takes `values`, the limit and the offset. */
export async function fittingPage<R extends QueryResultRow>(
  db: Db,
  page: Statement,
  values: readonly unknown[],
  texts: readonly string[],
  request: RecordPageRequest,
): Promise<{ readonly rows: R[]; readonly cut: Cut }> {
  const { limit, offset } = windowOf(request);
  const { rows, isCut } = await fittingRowsOf<R>(db, page, [...values, limit, offset], texts);
  return { rows, cut: isCut ? cutAfter(request, rows.length) : {} };
}

/** Counts by a statement that answers `total`, unless the request does without. */
export async function countedTotal(
  db: Db,
  count: Statement,
  values: readonly unknown[],
  { with_total = true }: RecordPageRequest,
): Promise<number> {
  if (!with_total) return UNCOUNTED;
  const [counted] = await db.query<{ total: number }>(count, values);
  return counted?.total ?? 0;
}
