import type { RequestKey } from '@stockbook/contracts';

interface StoredKey {
  readonly key: string;
  readonly hash: string | null;
  readonly isStored: boolean;
}

/** The keys by which a write is known. Without a client's key its signature is looked for, but not stored. */
export function storedKeys({ key, hash, signature }: RequestKey): StoredKey[] {
  const own = { key, hash: hash ?? null, isStored: true };
  return signature ? [own, { key: signature, hash: signature, isStored: hash !== undefined }] : [own];
}

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
