/** The table of stored answers, as each service's first migration makes it; `compactRequestKeys` makes what is used. */
export const requestKeyTable = (schema: string): string[] => [
  `CREATE TABLE ${schema}.request_key (
     account_id int NOT NULL,
     request_key text NOT NULL,
     request_hash text NOT NULL,
     answer json NOT NULL,
     date_added timestamptz NOT NULL DEFAULT now(),
     CONSTRAINT request_key_pkey PRIMARY KEY (account_id, request_key)
   )`,
  `CREATE INDEX request_key_date_added ON ${schema}.request_key (date_added)`,
];

/**
 * Keys and hashes become 128 bits instead of 64 characters, answers bytes in the formats of `packAnswer`. Keys without a hash are
 * the gateway's own and have an index of their own, for they are forgotten sooner. An `idempotency_key` of before is not found any more.
 */
export const compactRequestKeys = (schema: string): string[] => [
  `ALTER TABLE ${schema}.request_key
     ALTER request_key TYPE uuid USING left(request_key, 32)::uuid,
     ALTER request_hash TYPE uuid USING left(request_hash, 32)::uuid,
     ALTER request_hash DROP NOT NULL,
     ALTER answer TYPE bytea USING '\\x00'::bytea || convert_to(answer::text, 'UTF8')`,
  `DROP INDEX ${schema}.request_key_date_added`,
  `CREATE INDEX request_key_date_added ON ${schema}.request_key (date_added) WHERE request_hash IS NOT NULL`,
  `CREATE INDEX request_key_internal ON ${schema}.request_key (date_added) WHERE request_hash IS NULL`,
];
