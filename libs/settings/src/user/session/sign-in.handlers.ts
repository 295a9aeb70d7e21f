import { type Call, type CallOf, Refused, session } from '@stockbook/contracts';
import { claim, Db, type Tx } from '@stockbook/persistence';
import { actorOf, Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { lockAdministration } from '../group/administration.js';
import { UserSecrets } from '../secret/user-secrets.js';
import { UserSecretRow } from '../secret/user-secret.entity.js';
import { UserRow } from '../user.entity.js';
import { replaceCredentials, usedUp, usePasskey, usePassword } from './credentials.js';
import { shownSession } from './sessions.js';

type Opening = CallOf<typeof session.open> | CallOf<typeof session.enrol>;

/** Opens sessions of users whose credential the gateway has judged. No answer is stored, as each holds a secret. */
@Controller()
export class SignInHandlers {
  constructor(
    private readonly db: Db,
    private readonly secrets: UserSecrets,
  ) {}

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
      const { user_id } = keyOf(call);
      const actor = actorOf(call);
      if (!(await this.secrets.useEnrolment(tx, user_id, call.input.session_id, actor))) throw usedUp();
      await replaceCredentials(tx, user_id, call.input);
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
