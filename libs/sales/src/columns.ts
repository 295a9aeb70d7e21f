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
