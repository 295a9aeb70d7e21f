/** The tables of records, each with the dates that they are read by. */
export type DatedTables = Readonly<Record<string, readonly string[]>>;

/** Sets the default of dates to the start of the statement, which comes after the transaction's waits for locks. */
export const dateByStatement = (schema: string, tables: DatedTables): string[] =>
  defaults(schema, tables, 'statement_timestamp()');

/** Undoes `dateByStatement`. */
export const dateByTransaction = (schema: string, tables: DatedTables): string[] => defaults(schema, tables, 'now()');

const defaults = (schema: string, tables: DatedTables, expression: string): string[] =>
  Object.entries(tables).map(
    ([table, dates]) =>
      `ALTER TABLE ${schema}."${table}" ${dates.map((date) => `ALTER ${date} SET DEFAULT ${expression}`).join(', ')}`,
  );
