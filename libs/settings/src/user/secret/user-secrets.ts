import { newApiSecret, type SecretKeys } from '@stockbook/auth';
import {
  type Actor,
  noRecord,
  Refused,
  type SealedSecret,
  secretOwner,
  shownDate,
  type UserSecret,
  userSecretChanged,
} from '@stockbook/contracts';
import { type Db, statement, type Tx } from '@stockbook/persistence';
import { publishFact } from '@stockbook/service';
import { timingSafeEqual } from 'node:crypto';
import { IsNull } from 'typeorm';
import { UserSecretRow } from './user-secret.entity.js';

/** A new api_secret. It is stored sealed: this is the only time that it is seen in plain. */
export interface IssuedSecret {
  readonly user_secret_id: number;
  readonly api_secret: string;
}

const revokeAllButTwo = statement(
  'revoke_all_but_two',
  `UPDATE settings.user_secret SET date_revoked = now()
   WHERE account_id = $1 AND user_id = $2 AND date_revoked IS NULL AND user_secret_id NOT IN (
     SELECT user_secret_id FROM settings.user_secret
     WHERE account_id = $1 AND user_id = $2 AND date_revoked IS NULL ORDER BY user_secret_id DESC LIMIT 2)
   RETURNING user_secret_id, user_id, date_added, date_revoked`,
);
const liveSecrets = statement(
  'live_secrets',
  `SELECT s.user_id, s.key_id, s.sealed FROM settings.user_secret s
   JOIN settings."user" u ON u.account_id = s.account_id AND u.user_id = s.user_id
   WHERE s.account_id = $1 AND u.email = $2 AND u.date_deleted IS NULL AND s.date_revoked IS NULL`,
);

/** Issues and revokes the secrets of users, of whom the caller holds the row's lock. */
export class UserSecrets {
  constructor(private readonly keys: SecretKeys) {}

  /** Issues a secret. The one before it stays live for the time of the rotation, older ones are revoked. */
  async issue(tx: Tx, user_id: number, actor: Actor): Promise<IssuedSecret> {
    const { account_id } = tx;
    const api_secret = newApiSecret();
    const sealed = this.keys.seal(api_secret, secretOwner(account_id, user_id));
    const row = tx.manager.create(UserSecretRow, { account_id, user_id, ...sealed });
    await tx.manager.insert(UserSecretRow, row);
    const stored = await findSecret(tx, Number(row.user_secret_id));
    publishFact(tx, userSecretChanged, { ...addition(stored), actor });
    for (const revoked of await tx.query<Revocable>(revokeAllButTwo, [account_id, user_id]))
      publishFact(tx, userSecretChanged, { ...revocation(revoked), actor });
    return { user_secret_id: stored.user_secret_id, api_secret };
  }

  /** Revokes a live secret, or refuses: `There is no user secret 7.` */
  async revoke(tx: Tx, user_id: number, user_secret_id: number, actor: Actor): Promise<void> {
    const live = { account_id: tx.account_id, user_id, user_secret_id, date_revoked: IsNull() };
    const { affected } = await tx.manager.update(UserSecretRow, live, { date_revoked: () => 'now()' });
    if (!affected) throw new Refused(noRecord('user secret', user_secret_id));
    publishFact(tx, userSecretChanged, { ...revocation(await findSecret(tx, user_secret_id)), actor });
  }

  /** Whether the secret is a live one of the user with this e-mail. */
  async isLive(db: Db, account_id: number, email: string, api_secret: string): Promise<boolean> {
    const live = await db.query<SealedSecret & { user_id: number }>(liveSecrets, [account_id, email]);
    const given = Buffer.from(api_secret);
    return live.some(({ user_id, ...sealed }) => {
      const kept = this.open(sealed, secretOwner(account_id, user_id));
      return kept?.length === given.length && timingSafeEqual(kept, given);
    });
  }

  /** A secret that the keys do not open is none that anybody can sign with. */
  private open(sealed: SealedSecret, owner: string): Buffer | undefined {
    try {
      return Buffer.from(this.keys.open(sealed, owner));
    } catch {
      return undefined;
    }
  }
}

type Revocable = Pick<UserSecretRow, 'user_secret_id' | 'user_id' | 'date_added' | 'date_revoked'>;

const findSecret = ({ manager, account_id }: Tx, user_secret_id: number): Promise<UserSecretRow> =>
  manager.findOneByOrFail(UserSecretRow, { account_id, user_secret_id });

/** A secret in its facts: without itself. */
const shownSecret = ({ user_secret_id, user_id, date_added, date_revoked }: Revocable): UserSecret => ({
  user_secret_id,
  user_id,
  date_added: shownDate(date_added),
  date_revoked: shownDate(date_revoked),
});

const addition = (row: Revocable) => ({
  id: row.user_secret_id,
  sequence: 1,
  change: 'added' as const,
  after: shownSecret(row),
});

const revocation = (row: Revocable) => ({
  id: row.user_secret_id,
  sequence: 2,
  change: 'revoked' as const,
  before: shownSecret({ ...row, date_revoked: null }),
  after: shownSecret(row),
});
