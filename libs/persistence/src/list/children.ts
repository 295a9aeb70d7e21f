import { statement } from '../connection/statement.js';
import type { PageReader, Reader } from '../db.js';
import {
  boundedColumnwise,
  bytesByParent,
  type Columnwise,
  columnwiseReader,
  type Measured,
  rowsOf,
} from './columnwise.js';
import { fittingCount } from './page.js';
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

/** In `rest`, `$1` is the account and `$2` the ids of the parents. */
function childrenReader<R extends object, P extends keyof R>(
  name: string,
  columns: Columns<R>,
  parent: P,
  rest: string,
) {
  const read = columnwiseReader(name, columns, rest);
  return async (reader: Reader, account_id: number, ids: readonly R[P][]): Promise<ReadonlyMap<R[P], readonly R[]>> =>
    groupBy(ids.length ? await read(reader, account_id, ids) : [], (row) => row[parent]);
}

interface PageChildren<K, R> {
  readonly children: ReadonlyMap<K, readonly R[]>;
  /** Counts the first parents that have their children here: the others' do not fit into the page. */
  readonly fitting: number;
}

/** Reads children of as many first parents as fit. */
export function pageChildrenReader<R extends object, P extends keyof R & string>(
  name: string,
  columns: Columns<R>,
  parent: P,
  rest: string,
  whole = childrenReader(`${name}_whole`, columns, parent, rest),
) {
  const bounded = statement(name, boundedColumnwise(columns, rest, '$3'));
  const sizes = statement(`${name}_bytes`, bytesByParent(columns, parent, rest));
  return async (
    db: PageReader,
    account_id: number,
    ids: readonly R[P][],
    areAsked = true,
  ): Promise<PageChildren<R[P], R>> => {
    if (!ids.length || !areAsked) return { children: new Map(), fitting: ids.length };
    const { pageBytes } = db.limits;
    const [found] = await db.query<Columnwise<R> & Measured>(bounded, [account_id, ids, pageBytes]);
    if (found?.fits) return { children: groupBy(rowsOf<R>(found, columns), (row) => row[parent]), fitting: ids.length };
    const measured = await db.query<{ id: R[P]; bytes: number }>(sizes, [account_id, ids]);
    const bytesOf = new Map(measured.map(({ id, bytes }) => [id, bytes]));
    const fitting = fittingCount(
      ids.map((id) => bytesOf.get(id) ?? 0),
      pageBytes,
    );
    return { children: await whole(db, account_id, ids.slice(0, fitting)), fitting };
  };
}

/** Makes both readers of the same children: `all` for work with records, `page` for lists of them. */
export function childrenReaders<R extends object, P extends keyof R & string>(
  name: string,
  columns: Columns<R>,
  parent: P,
  rest: string,
) {
  const all = childrenReader(name, columns, parent, rest);
  return { all, page: pageChildrenReader(`listed_${name}`, columns, parent, rest, all) };
}
