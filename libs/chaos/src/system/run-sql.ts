/** Runs a statement as the owner of the tables: the roles of the services are bound to accounts. */
export type RunSql = <R extends object>(sql: string, values?: readonly unknown[]) => Promise<R[]>;
