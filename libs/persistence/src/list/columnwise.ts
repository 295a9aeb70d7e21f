import type { Reader } from '../db.js';
import { statement } from '../connection/statement.js';
import { withRunningBytes } from './fitting-page.js';
import type { Columns } from './row-columns.js';

export type Columnwise<R> = { readonly [K in keyof R]: readonly R[K][] | null };

/** Builds one JSON list per column, which halves PostgreSQL's time for wide rows. */
export function columnwise<R extends object>({ sql }: Columns<R>, rest: string): string {
  const columns = Object.entries<string>(sql);
  const lists = columns.map(([name]) => `json_agg("${name}") AS "${name}"`);
  return `SELECT ${lists.join(', ')} FROM (SELECT ${selectionIn(sql)} ${rest}) listed`;
}

/** Sends NULL if all lists have more than `most` bytes (SQL): PostgreSQL knows the size of a list it made. */
export function boundedColumnwise<R extends object>(columns: Columns<R>, rest: string, most: string | number): string {
  const names = Object.keys(columns.sql);
  const bytes = names.map((name) => `coalesce(pg_column_size("${name}"), 0)`).join(' + ');
  const shown = names.map((name) => `CASE WHEN fits THEN "${name}" END AS "${name}"`).join(', ');
  // OFFSET keeps the planner from computing the bytes for each column.
  return `SELECT fits, ${shown} FROM (
    SELECT *, ${bytes} <= ${most} AS fits FROM (${columnwise(columns, rest)}) lists OFFSET 0
  ) measured`;
}

export interface Measured {
  readonly fits: boolean;
}

export const fittingRows = <R extends object>({ sql }: Columns<R>, rest: string, most: number): string =>
  `SELECT count(*)::int AS fitting
   FROM (${withRunningBytes(`SELECT ${selectionIn(sql)} ${rest}`, 'octet_length(to_json(listed)::text)')}) listed
   WHERE bytes <= ${most}`;

export const bytesByParent = <R extends object>({ sql }: Columns<R>, parent: string, rest: string): string =>
  `SELECT "${parent}" AS id, sum(octet_length(to_json(listed)::text))::float8 AS bytes
   FROM (SELECT ${selectionIn(sql)} ${rest}) listed GROUP BY 1`;

const selectionIn = (sql: Readonly<Record<string, string>>): string =>
  Object.entries(sql)
    .map(([name, expression]) => `${expression} AS "${name}"`)
    .join(', ');

export function rowsOf<R extends object>(read: Columnwise<R> | undefined, { times }: Columns<R>): R[] {
  const columns = Object.entries<readonly unknown[] | null>(read ?? {}).filter(([name]) => name !== 'fits');
  const rows = Array.from(columns[0]?.[1] ?? [], (): Record<string, unknown> => ({}));
  for (const [name, values] of columns) {
    const convert = times.includes(name) ? parseUtc : (value: unknown) => value;
    rows.forEach((row, at) => (row[name] = convert(values?.[at])));
  }
  return rows as R[];
}

export function columnwiseReader<R extends object>(name: string, columns: Columns<R>, rest: string) {
  const read = statement(name, columnwise(columns, rest));
  return async (reader: Reader, ...values: readonly unknown[]): Promise<R[]> => {
    const [found] = await reader.query<Columnwise<R>>(read, values);
    return rowsOf(found, columns);
  };
}

const parseUtc = (text: unknown): Date | null => (text ? new Date(`${text}Z`) : null);
