/** Runs a statement on the database itself, as who owns the tables: the roles of the services are bound to accounts. */
export type RunSql = <R extends object>(sql: string, values?: readonly unknown[]) => Promise<R[]>;
