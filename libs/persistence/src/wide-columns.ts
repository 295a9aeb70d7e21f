/** The columns of each table that hold ids or counters, lists of ids marked by `[]`. */
export type WideColumns = Readonly<Record<string, readonly string[]>>;

/** Gives the columns 64 bits, and the sequences that fill them. */
export const widen = (schema: string, columns: WideColumns): string[] => retype(schema, columns, 'bigint');

/** Undoes `widen`. */
export const narrow = (schema: string, columns: WideColumns): string[] => retype(schema, columns, 'int');

const retype = (schema: string, columns: WideColumns, type: 'bigint' | 'int'): string[] =>
  Object.entries(columns).flatMap(([table, names]) => {
    const alter = names.map(
      (name) => `ALTER ${name.replace('[]', '')} TYPE ${name.endsWith('[]') ? `${type}[]` : type}`,
    );
    const sequences = names.map((name) => `ALTER SEQUENCE IF EXISTS ${schema}.${table}_${name}_seq AS ${type}`);
    return [
      `ALTER TABLE ${schema}."${table}" ${alter.join(', ')}`,
      ...sequences.filter((text) => !text.includes('[]')),
    ];
  });
