import type { SecretKeys } from '@stockbook/auth';
import { secretOwner } from '@stockbook/contracts';
import { type Db, statement } from '@stockbook/persistence';
import { IsNull } from 'typeorm';
import { UserSecretRow } from './user-secret.entity.js';

const ACCOUNTS = statement(
  'accounts_with_secrets',
  'SELECT DISTINCT account_id FROM settings.user_secret WHERE date_revoked IS NULL',
);

/** Puts the live secrets of all users under the first key, and returns how many had another one. */
export async function resealUserSecrets(db: Db, keys: SecretKeys): Promise<number> {
  let count = 0;
  for (const { account_id } of await db.query<{ account_id: number }>(ACCOUNTS, []))
    count += await db.transactFor([account_id], async ({ manager }) => {
      const where = { account_id, date_revoked: IsNull() };
      const rows = await manager.find(UserSecretRow, { where, lock: { mode: 'pessimistic_write' } });
      const changed = rows.flatMap(({ user_secret_id, user_id, key_id, sealed }) => {
        const resealed = keys.reseal({ key_id, sealed }, secretOwner(account_id, user_id));
        return resealed.key_id === key_id ? [] : [{ user_secret_id, resealed }];
      });
      for (const { user_secret_id, resealed } of changed)
        await manager.update(UserSecretRow, { account_id, user_secret_id }, resealed);
      return changed.length;
    });
  return count;
}
