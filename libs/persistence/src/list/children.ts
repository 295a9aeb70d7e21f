import type { Reader } from '../db.js';
import { columnwiseReader } from './columnwise.js';
import type { Columns } from './row-columns.js';

export function groupBy<R, K>(rows: readonly R[], keyOf: (row: R) => K): ReadonlyMap<K, R[]> {
  const groups = new Map<K, R[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

/** Reads the children of a page of records in one statement; in `rest`, `$1` is the account and `$2` the ids of the parents. */
export function childrenReader<R extends object, P extends keyof R>(
  name: string,
  columns: Columns<R>,
  parent: P,
  rest: string,
) {
  const read = columnwiseReader(name, columns, rest);
  return async (reader: Reader, account_id: number, ids: readonly R[P][]): Promise<ReadonlyMap<R[P], readonly R[]>> =>
    groupBy(ids.length ? await read(reader, account_id, ids) : [], (row) => row[parent]);
}
