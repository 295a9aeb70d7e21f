/** The table of stored answers: `json` and not `jsonb`, so that an answer is repeated as it was written. */
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
