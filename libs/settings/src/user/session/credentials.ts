import { type CallOf, type Passkey, Refused, type session } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { LessThan } from 'typeorm';
import { UserPasskeyRow } from './user-passkey.entity.js';
import { UserPasswordRow } from './user-password.entity.js';

const forgetCredentials = statement(
  'forget_credentials',
  `WITH passkeys AS (DELETE FROM settings.user_passkey WHERE account_id = $1 AND user_id = $2)
   DELETE FROM settings.user_password WHERE account_id = $1 AND user_id = $2`,
);

/** Removes all credentials of a user and gives the user these. */
export async function replaceCredentials(
  tx: Tx,
  user_id: number,
  { password_hash: hash, passkey }: CallOf<typeof session.enrol>['input'],
): Promise<void> {
  const { account_id } = tx;
  await tx.query(forgetCredentials, [account_id, user_id]);
  if (hash) await tx.manager.insert(UserPasswordRow, { account_id, user_id, hash });
  if (passkey) await tx.manager.insert(UserPasskeyRow, { account_id, user_id, ...passkey });
}

/** Refuses the second of two sign-ins by one challenge. */
export async function usePasskey(
  tx: Tx,
  user_id: number,
  { credential_id, counter, challenged }: Passkey,
): Promise<void> {
  const key = { account_id: tx.account_id, user_id, credential_id, challenged: LessThan(challenged) };
  const { affected } = await tx.manager.update(UserPasskeyRow, key, { counter, challenged });
  if (!affected) throw usedUp();
}

/** A link that was used while the password was judged has replaced it. */
export async function usePassword({ manager, account_id }: Tx, user_id: number, hash: string): Promise<void> {
  const { affected } = await manager.update(UserPasswordRow, { account_id, user_id, hash }, { tries: 0 });
  if (!affected) throw usedUp();
}

export const usedUp = (): Refused =>
  new Refused({
    code: 'unauthenticated',
    message: 'The link or the challenge was used already, or the password was replaced.',
  });
