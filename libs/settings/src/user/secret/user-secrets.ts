import { newApiSecret, SecretKeys } from '@stockbook/auth';
import {
  type Actor,
  noRecord,
  Refused,
  type SealedSecret,
  type SecretKind,
  secretOwner,
  shownDate,
  type UserSecret,
  userSecretChanged,
} from '@stockbook/contracts';
import { type Db, statement, type Tx } from '@stockbook/persistence';
import { publishFact } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { IsNull } from 'typeorm';
import { UserSecretRow } from './user-secret.entity.js';

/** Sessions end after this time without a request, and once they are 30 days old. */
export const IDLE = "interval '12 hours'";

/** Limits how many secrets of a kind a user has, and how long they live; an absent lifetime ends only by revocation. */
const TERMS: Readonly<Record<SecretKind, { readonly most: number; readonly lifetime?: string }>> = {
  secret: { most: 2 },
  session: { most: 20, lifetime: IDLE },
  enrolment: { most: 1, lifetime: "interval '24 hours'" },
};

/** A new api_secret. It is stored sealed: this is the only time that it is seen in plain. */
export interface IssuedSecret {
  readonly user_secret_id: number;
  readonly api_secret: string;
  /** If it is absent, it lives until it is revoked. */
  readonly expires?: Date;
}

const REVOKED = 'user_secret_id, user_id, kind, date_added, date_revoked';
const revokeAllBut = statement(
  'revoke_all_but',
  `UPDATE settings.user_secret SET date_revoked = now()
   WHERE account_id = $1 AND user_id = $2 AND kind = $3 AND date_revoked IS NULL AND user_secret_id NOT IN (
     SELECT user_secret_id FROM settings.user_secret
     WHERE account_id = $1 AND user_id = $2 AND kind = $3
       AND date_revoked IS NULL AND (expires IS NULL OR expires > now())
     ORDER BY user_secret_id DESC LIMIT $4)
   RETURNING ${REVOKED}`,
);
const useEnrolment = statement(
  'use_enrolment',
  `UPDATE settings.user_secret SET date_revoked = now()
   WHERE account_id = $1 AND user_id = $2 AND user_secret_id = $3 AND kind = 'enrolment'
     AND date_revoked IS NULL AND expires > now()
   RETURNING ${REVOKED}`,
);
const liveSecrets = statement(
  'live_secrets',
  `SELECT s.user_id, s.key_id, s.sealed FROM settings.user_secret s
   JOIN settings."user" u ON u.account_id = s.account_id AND u.user_id = s.user_id
   WHERE s.account_id = $1 AND u.email = $2 AND u.date_deleted IS NULL AND s.date_revoked IS NULL
     AND s.kind = 'secret'`,
);

/** Issues and revokes the secrets of users, of whom the caller holds the row's lock. */
@Injectable()
export class UserSecrets {
  constructor(private readonly keys: SecretKeys) {}

  /** The secret before stays live for the rotation; older ones are revoked. Many sessions stay live. */
  async issue(tx: Tx, user_id: number, actor: Actor, kind: SecretKind = 'secret', name = ''): Promise<IssuedSecret> {
    const { account_id } = tx;
    const api_secret = newApiSecret();
    const sealed = this.keys.seal(api_secret, secretOwner(account_id, user_id));
    const { most, lifetime } = TERMS[kind];
    const limit = lifetime && { expires: () => `now() + ${lifetime}` };
    const values = { account_id, user_id, kind, name, ...sealed, ...limit };
    const { identifiers } = await tx.manager.insert(UserSecretRow, values);
    const stored = await findSecret(tx, Number(identifiers[0]?.['user_secret_id']));
    publishFact(tx, userSecretChanged, { ...addition(stored), actor });
    await this.revokeAllBut(tx, user_id, actor, kind, most);
    const { user_secret_id, expires } = stored;
    return { user_secret_id, api_secret, ...(expires && { expires }) };
  }

  /** Sessions end with a secret, because it may have opened them. */
  async revokeAllBut(tx: Tx, user_id: number, actor: Actor, kind: SecretKind, most = 0): Promise<void> {
    const all = await tx.query<Revocable>(revokeAllBut, [tx.account_id, user_id, kind, most]);
    for (const revoked of all) publishFact(tx, userSecretChanged, { ...revocation(revoked), actor });
    if (all.length && kind === 'secret') await this.revokeAllBut(tx, user_id, actor, 'session');
  }

  /** Uses a one-time link up, and returns whether it was live. */
  async useEnrolment(tx: Tx, user_id: number, user_secret_id: number, actor: Actor): Promise<boolean> {
    const [used] = await tx.query<Revocable>(useEnrolment, [tx.account_id, user_id, user_secret_id]);
    if (used) publishFact(tx, userSecretChanged, { ...revocation(used), actor });
    return used !== undefined;
  }

  async revoke(tx: Tx, user_id: number, user_secret_id: number, actor: Actor): Promise<void> {
    const live = { account_id: tx.account_id, user_id, user_secret_id, date_revoked: IsNull() };
    const { affected } = await tx.manager.update(UserSecretRow, live, { date_revoked: () => 'now()' });
    if (!affected) throw new Refused(noRecord('user secret', user_secret_id));
    const revoked = await findSecret(tx, user_secret_id);
    publishFact(tx, userSecretChanged, { ...revocation(revoked), actor });
    if (revoked.kind === 'secret') await this.revokeAllBut(tx, user_id, actor, 'session');
  }

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

type Revocable = Pick<UserSecretRow, 'user_secret_id' | 'user_id' | 'kind' | 'date_added' | 'date_revoked'>;

const findSecret = ({ manager, account_id }: Tx, user_secret_id: number): Promise<UserSecretRow> =>
  manager.findOneByOrFail(UserSecretRow, { account_id, user_secret_id });

/** Returns a secret as its facts show it, without itself. */
const shownSecret = ({ user_secret_id, user_id, kind, date_added, date_revoked }: Revocable): UserSecret => ({
  user_secret_id,
  user_id,
  kind,
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
