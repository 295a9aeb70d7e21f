import { type Caller, shownDate } from '@stockbook/contracts';
import { type Db, statement, type Tx } from '@stockbook/persistence';
import type { IssuedSecret } from '../secret/user-secrets.js';
import type { UserSecretRow } from '../secret/user-secret.entity.js';

const LIVE = `kind <> 'secret' AND date_revoked IS NULL AND expires > now()`;
const SESSIONS_OF_USER = statement(
  'live_sessions',
  `SELECT user_secret_id, user_id, kind, name, locked, date_added, date_active, expires FROM settings.user_secret
   WHERE account_id = $1 AND user_id = $2 AND ${LIVE} ORDER BY user_secret_id DESC`,
);
const OWNER_OF_SESSION = statement(
  'live_session',
  `SELECT user_id FROM settings.user_secret WHERE account_id = $1 AND user_secret_id = $2 AND ${LIVE}`,
);

type Listed = Pick<
  UserSecretRow,
  'user_secret_id' | 'user_id' | 'name' | 'locked' | 'date_added' | 'date_active' | 'expires'
> & {
  readonly kind: 'session' | 'enrolment';
};

/** Lists the sessions and one-time links of a user, by default the caller. */
export async function liveSessions(db: Db, caller: Caller, user_id = caller.user_id) {
  const rows = await db.query<Listed>(SESSIONS_OF_USER, [caller.account_id, user_id]);
  return rows.map(({ user_secret_id, date_added, date_active, expires, ...row }) => ({
    ...row,
    session_id: user_secret_id,
    current: user_secret_id === caller.session_id,
    date_added: shownDate(date_added),
    date_active: shownDate(date_active),
    expires: shownDate(expires),
  }));
}

export async function ownerOfSession(tx: Tx, session_id: number): Promise<number | undefined> {
  const [found] = await tx.query<{ user_id: number }>(OWNER_OF_SESSION, [tx.account_id, session_id]);
  return found?.user_id;
}

export const shownSession = ({ user_secret_id, api_secret, expires }: IssuedSecret) => ({
  session_id: user_secret_id,
  session_secret: api_secret,
  expires: shownDate(expires ?? null),
});
