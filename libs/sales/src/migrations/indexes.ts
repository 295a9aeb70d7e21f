/** The index includes date_deleted, so it answers for the living and for all, in both cases without the table. */
export const index = (table: string, name: string, key: string) =>
  `CREATE INDEX ${table}_${name} ON sales.${table} (account_id, ${key}) INCLUDE (date_deleted)`;
