import { statement, type Tx } from '@stockbook/persistence';
import { type Columnwise, columnwise, rowsOf } from '@stockbook/service';
import { getMetadataArgsStorage } from 'typeorm';

interface Declared {
  readonly name: string;
  readonly type: unknown;
}

const declaredOf = (row: new () => object): Declared[] =>
  getMetadataArgsStorage()
    .columns.filter(({ target }) => target === row || (typeof target === 'function' && row.prototype instanceof target))
    .map(({ propertyName, options }) => ({ name: propertyName, type: options.type }));

/** The names of a row's columns but those left out, for the column list of a statement. */
export const columnsOf = (row: new () => object, leftOut: readonly string[]): string[] =>
  declaredOf(row)
    .map(({ name }) => name)
    .filter((name) => !leftOut.includes(name));

/** A row's columns for the list of a SELECT. NUMERIC would arrive as text; its 15 digits survive as a double. */
export const selectionOf = (row: new () => object): string =>
  declaredOf(row)
    .map(({ name, type }) => (type === 'numeric' ? `${name}::float8` : name))
    .join(', ');

/** Reads many rows at once: `rest` is what follows the column list of the SELECT, `name` the statement's. */
export function manyOf<R extends object>(row: new () => R, name: string, rest: string) {
  const columns = declaredOf(row);
  const times = columns.filter(({ type }) => type === 'timestamptz').map((column) => column.name);
  const selected = columns.map((column) =>
    times.includes(column.name) ? `${column.name} AT TIME ZONE 'UTC' AS ${column.name}` : column.name,
  );
  const names = columns.map((column) => column.name);
  const read = statement(name, columnwise(names, `SELECT ${selected.join(', ')} ${rest}`));
  return async (reader: Pick<Tx, 'query'>, ...values: readonly unknown[]): Promise<Pick<R, keyof R>[]> => {
    const [found] = await reader.query<Columnwise<R>>(read, values);
    return rowsOf(found, times);
  };
}
