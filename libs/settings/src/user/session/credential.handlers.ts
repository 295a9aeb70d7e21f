import { type CallOf, credential } from '@stockbook/contracts';
import { Db, type Statement, statement, type Tx } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { UserPasskeyRow } from './user-passkey.entity.js';

const MOST_TRIES = 10;

// Counts the try before the password is judged, so that tries side by side are counted too.
const tryPassword = statement(
  'try_password',
  `UPDATE settings.user_password SET
     tries = CASE WHEN tries_since < now() - interval '15 minutes' THEN 1 ELSE least(tries, ${MOST_TRIES}) + 1 END,
     tries_since = CASE WHEN tries_since < now() - interval '15 minutes' THEN now() ELSE tries_since END
   WHERE account_id = $1 AND user_id = $2
   RETURNING CASE WHEN tries <= ${MOST_TRIES} THEN hash END AS hash`,
);

const MOST_PINS = 5;

/** The session stays locked after these tries. */
const tryPin = statement(
  'try_pin',
  `UPDATE settings.user_secret SET pin_tries = pin_tries + 1
   WHERE account_id = $1 AND user_id = $2 AND user_secret_id = $3 AND locked AND date_revoked IS NULL
     AND pin_tries < ${MOST_PINS}
   RETURNING pin_hash AS hash`,
);

@Controller()
export class CredentialHandlers {
  constructor(private readonly db: Db) {}

  @Handles(credential.tryPassword)
  tryPassword({ caller: { account_id, user_id } }: CallOf<typeof credential.tryPassword>) {
    return this.db.transactFor([account_id], (tx) => hashOf(tx, tryPassword, [account_id, user_id]));
  }

  /** A request that comes again counts no try and gets no hash: the stored answer has none. */
  @Handles(credential.tryPin)
  async tryPin(call: CallOf<typeof credential.tryPin>) {
    const { account_id, user_id } = call.caller;
    let shown = {};
    await this.db.transact(call, async (tx) => {
      shown = await hashOf(tx, tryPin, [account_id, user_id, call.input.session_id]);
      return {};
    });
    return shown;
  }

  @Handles(credential.getPasskey)
  async getPasskey({ caller: { account_id, user_id }, input }: CallOf<typeof credential.getPasskey>) {
    const { credential_id } = input;
    const found = await this.db.source.manager.findOneBy(UserPasskeyRow, { account_id, user_id, credential_id });
    if (!found) return {};
    const { public_key, counter, challenged } = found;
    return { passkey: { credential_id, public_key, counter: Number(counter), challenged: Number(challenged) } };
  }
}

async function hashOf(tx: Tx, counting: Statement, values: unknown[]): Promise<{ hash?: string }> {
  const [tried] = await tx.query<{ hash: string | null }>(counting, values);
  return { ...(tried?.hash && { hash: tried.hash }) };
}
