import { SecretKeys } from '@stockbook/auth';
import { type Call, type CallOf, type Passkey, Refused, session, shownDate } from '@stockbook/contracts';
import { claim, Db, statement, type Tx } from '@stockbook/persistence';
import { actorOf, Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { IsNull, LessThan, Not } from 'typeorm';
import { lockAdministration } from '../group/administration.js';
import { type IssuedSecret, UserSecrets } from '../secret/user-secrets.js';
import { UserSecretRow } from '../secret/user-secret.entity.js';
import { UserRow } from '../user.entity.js';
import { UserPasskeyRow } from './user-passkey.entity.js';
import { UserPasswordRow } from './user-password.entity.js';

const forgetCredentials = statement(
  'forget_credentials',
  `WITH passkeys AS (DELETE FROM settings.user_passkey WHERE account_id = $1 AND user_id = $2)
   DELETE FROM settings.user_password WHERE account_id = $1 AND user_id = $2`,
);

type Opening = CallOf<typeof session.open> | CallOf<typeof session.enrol>;

/** Opens sessions of users whose credential the gateway has judged. No answer is stored, as each holds a secret. */
@Controller()
export class SignInHandlers {
  private readonly secrets: UserSecrets;

  constructor(
    private readonly db: Db,
    keys: SecretKeys,
  ) {
    this.secrets = new UserSecrets(keys);
  }

  @Handles(session.open)
  open(call: CallOf<typeof session.open>) {
    return this.write(call, async (tx) => {
      const { passkey, password_hash = '' } = call.input;
      const { user_id } = keyOf(call);
      await (passkey ? usePasskey(tx, user_id, passkey) : usePassword(tx, user_id, password_hash));
    });
  }

  @Handles(session.enrol)
  enrol(call: CallOf<typeof session.enrol>) {
    return this.write(call, async (tx) => {
      const { session_id, password_hash: hash, passkey } = call.input;
      const { account_id, user_id } = keyOf(call);
      const actor = actorOf(call);
      if (!(await this.secrets.useEnrolment(tx, user_id, session_id, actor))) throw usedUp();
      await tx.query(forgetCredentials, [account_id, user_id]);
      if (hash) await tx.manager.insert(UserPasswordRow, { account_id, user_id, hash });
      if (passkey) await tx.manager.insert(UserPasskeyRow, { account_id, user_id, ...passkey });
      await this.secrets.revokeAllBut(tx, user_id, actor, 'session');
    });
  }

  @Handles(session.lock)
  lock(call: CallOf<typeof session.lock>) {
    return this.db.transact(call, async ({ manager }) => {
      const where = { ...sessionOf(call), pin_hash: Not(IsNull()) };
      if ((await manager.update(UserSecretRow, where, { locked: true })).affected) return {};
      throw new Refused({ code: 'invalid', message: 'This session was opened without a PIN.' });
    });
  }

  @Handles(session.unlock)
  async unlock(call: CallOf<typeof session.unlock>) {
    await this.db.transactFor([call.caller.account_id], ({ manager }) =>
      manager.update(UserSecretRow, sessionOf(call), { locked: false, pin_tries: 0 }),
    );
    return {};
  }

  private async write(call: Opening, work: (tx: Tx) => Promise<void>) {
    const { account_id, user_id } = keyOf(call);
    const issued = await this.db.transactFor([account_id], async (tx) => {
      await lockAdministration(tx);
      const { enabled } = await claim(tx, call.caller, UserRow, { user_id });
      if (!enabled) throw usedUp();
      await work(tx);
      const { name, pin_hash = null } = call.input;
      const opened = await this.secrets.issue(tx, user_id, actorOf(call), 'session', name);
      const { user_secret_id } = opened;
      if (pin_hash) await tx.manager.update(UserSecretRow, { account_id, user_secret_id }, { pin_hash });
      return opened;
    });
    return shownSession(issued);
  }
}

const keyOf = ({ caller: { account_id, user_id } }: Call) => ({ account_id, user_id });

const sessionOf = (call: CallOf<typeof session.lock>) => ({ ...keyOf(call), user_secret_id: call.input.session_id });

export const shownSession = ({ user_secret_id, api_secret, expires }: IssuedSecret) => ({
  session_id: user_secret_id,
  session_secret: api_secret,
  expires: shownDate(expires ?? null),
});

/** Refuses the second of two sign-ins by one challenge. */
async function usePasskey(tx: Tx, user_id: number, { credential_id, counter, challenged }: Passkey): Promise<void> {
  const key = { account_id: tx.account_id, user_id, credential_id, challenged: LessThan(challenged) };
  const { affected } = await tx.manager.update(UserPasskeyRow, key, { counter, challenged });
  if (!affected) throw usedUp();
}

/** A link that was used while the password was judged has replaced it. */
async function usePassword({ manager, account_id }: Tx, user_id: number, hash: string): Promise<void> {
  const { affected } = await manager.update(UserPasswordRow, { account_id, user_id, hash }, { tries: 0 });
  if (!affected) throw usedUp();
}

const usedUp = (): Refused =>
  new Refused({
    code: 'unauthenticated',
    message: 'The link or the challenge was used already, or the password was replaced.',
  });
