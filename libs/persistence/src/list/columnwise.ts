import type { Reader } from '../db.js';
import { statement } from '../connection/statement.js';
import type { Columns } from './row-columns.js';

export type Columnwise<R> = { readonly [K in keyof R]: readonly R[K][] | null };

/** One JSON list per column halves PostgreSQL's time for wide rows. `rest` follows the column list of the SELECT. */
export function columnwise<R extends object>({ sql }: Columns<R>, rest: string): string {
  const columns = Object.entries<string>(sql);
  const lists = columns.map(([name]) => `json_agg("${name}") AS "${name}"`);
  const selected = columns.map(([name, expression]) => `${expression} AS "${name}"`);
  return `SELECT ${lists.join(', ')} FROM (SELECT ${selected.join(', ')} ${rest}) listed`;
}

export function rowsOf<R extends object>(read: Columnwise<R> | undefined, { times }: Columns<R>): R[] {
  const columns = Object.entries<readonly unknown[] | null>(read ?? {});
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
