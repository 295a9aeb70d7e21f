import type { RequestKey } from '@stockbook/contracts';
import { statement } from './connection/statement.js';

interface StoredKey {
  readonly key: string;
  readonly hash: string | null;
  readonly isStored: boolean;
}

/** Returns the keys by which a write is known. Without a client's key its signature is looked for, but not stored. */
export function storedKeys({ key, hash, signature }: RequestKey): StoredKey[] {
  const own = { key, hash: hash ?? null, isStored: true };
  return signature ? [own, { key: signature, hash: signature, isStored: hash !== undefined }] : [own];
}

/** Keys without a hash are the gateway's own; their index serves their earlier deletion. */
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

export type AnswerStatements = ReturnType<typeof answerStatements>;

/** Makes the statements about stored answers. An empty answer stands for a key that is looked up and not stored. */
export const answerStatements = (schema: string) => ({
  find: statement(
    'answer_of',
    `SELECT stored.request_hash IS NOT DISTINCT FROM given.hash AS is_same, stored.answer
     FROM unnest($2::uuid[], $3::uuid[]) AS given (key, hash)
     JOIN ${schema}.request_key stored ON stored.account_id = $1 AND stored.request_key = given.key
     ORDER BY is_same DESC LIMIT 1`,
  ),
  add: statement(
    'remember_answers',
    `INSERT INTO ${schema}.request_key (account_id, request_key, request_hash, answer)
     SELECT $1, given.* FROM unnest($2::uuid[], $3::uuid[], $4::bytea[]) AS given (key, hash, answer)
     WHERE answer <> '' OR EXISTS (
       SELECT FROM ${schema}.request_key stored WHERE stored.account_id = $1 AND stored.request_key = given.key)`,
  ),
  amend: statement(
    'amend_answer',
    `UPDATE ${schema}.request_key SET answer = $3 WHERE account_id = $1 AND request_key = ANY ($2::uuid[])`,
  ),
});
