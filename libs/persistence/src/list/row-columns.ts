import { getMetadataArgsStorage } from 'typeorm';

/** The columns of rows that a list reads, each with its SQL. */
export interface Columns<R extends object> {
  readonly sql: Readonly<Record<keyof R, string>>;
  /** Timestamps without a zone, in UTC, which become Dates. */
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

/** The name of an entity's table, without its schema; known before a data source is initialized. */
export function tableOf(row: new () => object): string {
  const table = getMetadataArgsStorage().tables.find(({ target }) => target === row);
  if (!table?.name) throw new Error(`${row.name} is no entity with a named table.`);
  return table.name;
}

/** The columns of a table, read by its entity. */
export function rowColumns<R extends object>(row: new () => R, table: string): Columns<Pick<R, keyof R>> {
  const columns = declaredIn(row);
  const times = columns.filter(({ type }) => type === 'timestamptz').map(({ name }) => name);
  const sqlOf = (name: string) => `${table}.${name}${times.includes(name) ? " AT TIME ZONE 'UTC'" : ''}`;
  const sql = Object.fromEntries(columns.map(({ name }) => [name, sqlOf(name)]));
  return { sql: sql as Columns<R>['sql'], times };
}

/** The names of an entity's columns but those left out, for the column list of a statement. */
export const columnNames = (row: new () => object, leftOut: readonly string[]): string[] =>
  declaredIn(row)
    .map(({ name }) => name)
    .filter((name) => !leftOut.includes(name));

/** An entity's columns for the list of a SELECT. NUMERIC would arrive as text; its 15 digits survive as a double. */
export const selectionOf = (row: new () => object): string =>
  declaredIn(row)
    .map(({ name, type }) => (type === 'numeric' ? `${name}::float8` : name))
    .join(', ');
