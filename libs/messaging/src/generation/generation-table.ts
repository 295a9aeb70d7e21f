/** PostgreSQL begins another timeline after each restore and failover. A standby reports none, and takes no writes. */
export const CURRENT_TIMELINE = 'substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)';

/** The archive has been published up to `refill_at` and `refill_id`; null means all of it. */
export const generationTable = (schema: string): string[] => [
  `CREATE TABLE ${schema}.generation (
     is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
     generation bigint NOT NULL DEFAULT 0,
     timeline text NOT NULL DEFAULT ${CURRENT_TIMELINE},
     started_at timestamptz NOT NULL DEFAULT now(),
     refill_at timestamptz,
     refill_id bigint NOT NULL DEFAULT 0
   )`,
  `INSERT INTO ${schema}.generation DEFAULT VALUES`,
  // Consumers read it as the role of the schema, which else sees only tables of accounts.
  `GRANT SELECT ON ${schema}.generation TO PUBLIC`,
];
