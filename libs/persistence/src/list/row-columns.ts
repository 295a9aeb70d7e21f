import { getMetadataArgsStorage } from 'typeorm';

export interface Columns<R extends object> {
  readonly sql: Readonly<Record<keyof R, string>>;
  /** These timestamps have no zone, are in UTC, and become Dates. */
  readonly times: readonly string[];
}

interface Declared {
  readonly name: string;
  readonly type: unknown;
}

const declaredIn = (row: new () => object): Declared[] =>
  getMetadataArgsStorage()
    .columns.filter(({ target }) => target === row || (typeof target === 'function' && row.prototype instanceof target))
    .map(({ propertyName, options }) => ({ name: propertyName, type: options.type }));

/** Returns the table's name without its schema; it works before a data source is initialized. */
export function entityTable(row: new () => object): string {
  const table = getMetadataArgsStorage().tables.find(({ target }) => target === row);
  if (!table?.name) throw new Error(`${row.name} is no entity with a named table.`);
  return table.name;
}

export function rowColumns<R extends object>(row: new () => R, table: string): Columns<Pick<R, keyof R>> {
  const columns = declaredIn(row);
  const times = columns.filter(({ type }) => type === 'timestamptz').map(({ name }) => name);
  const columnSql = (name: string) => `${table}.${name}${times.includes(name) ? " AT TIME ZONE 'UTC'" : ''}`;
  const sql = Object.fromEntries(columns.map(({ name }) => [name, columnSql(name)]));
  return { sql: sql as Columns<R>['sql'], times };
}

export const columnNames = (row: new () => object, leftOut: readonly string[]): string[] =>
  declaredIn(row)
    .map(({ name }) => name)
    .filter((name) => !leftOut.includes(name));

/** Returns the column list of a SELECT. NUMERIC arrives as text, but a double holds its 15 digits. */
export const selectionOf = (row: new () => object): string =>
  declaredIn(row)
    .map(({ name, type }) => (type === 'numeric' ? `${name}::float8` : name))
    .join(', ');
