/** Keys and hashes have 128 bits. Keys without a hash are the gateway's own; their index serves their earlier deletion. */
export const requestKeyTable = (schema: string): string[] => [
  `CREATE TABLE ${schema}.request_key (
     account_id int NOT NULL,
     request_key uuid NOT NULL,
     request_hash uuid,
     answer bytea NOT NULL,
     date_added timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (account_id, request_key)
   )`,
  `CREATE INDEX request_key_date_added ON ${schema}.request_key (date_added) WHERE request_hash IS NOT NULL`,
  `CREATE INDEX request_key_internal ON ${schema}.request_key (date_added) WHERE request_hash IS NULL`,
];
