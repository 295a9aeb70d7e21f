import { mayUse } from '@stockbook/auth';
import { type CallOf, noRecord, Refused, resourceOf, shownDate, user } from '@stockbook/contracts';
import { Db, statement } from '@stockbook/persistence';
import { actorOf, Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { claimUser } from '../claim-user.js';
import { rightsOf } from '../group/administration.js';
import { type IssuedSecret, UserSecrets } from '../secret/user-secrets.js';
import { liveSessions, ownerOfSession, shownSession } from './sessions.js';

const domainOf = statement('domain_of_account', 'SELECT domain FROM settings.account WHERE account_id = $1');

/** The id of a session that a dry run has opened. */
const NOT_KEPT = 0;

/** Serves sessions and one-time links to their users and administrators. */
@Controller()
export class SessionHandlers {
  constructor(
    private readonly db: Db,
    private readonly secrets: UserSecrets,
  ) {}

  @Handles(user.addSession)
  async addSession(call: CallOf<typeof user.addSession>) {
    const { user_id, session_id } = call.caller;
    if (session_id) throw new Refused({ code: 'forbidden', message: 'A session opens no other one.' });
    let issued: IssuedSecret | undefined;
    const answer = await this.db.transact(call, async (tx) => {
      await claimUser(tx, call.caller, user_id);
      issued = await this.secrets.issue(tx, user_id, actorOf(call), 'session', call.input.name);
      const { session_secret, ...stored } = shownSession(issued);
      return stored;
    });
    if (call.dry_run) return { ...answer, session_id: NOT_KEPT };
    return issued ? shownSession(issued) : answer;
  }

  @Handles(user.addEnrolment)
  async addEnrolment(call: CallOf<typeof user.addEnrolment>) {
    let link: string | undefined;
    const answer = await this.db.transact(call, async (tx) => {
      const { row } = await claimUser(tx, call.caller, call.input.user_id);
      const issued = await this.secrets.issue(tx, row.user_id, actorOf(call), 'enrolment');
      const [account] = await tx.query<{ domain: string }>(domainOf, [tx.account_id]);
      link = linkOf(account!.domain, row.email, issued);
      return { session_id: issued.user_secret_id, expires: shownDate(issued.expires ?? null) };
    });
    if (call.dry_run) return { ...answer, session_id: NOT_KEPT };
    return { ...answer, ...(link && { link }) };
  }

  @Handles(user.getSession)
  async getSession({ caller, input }: CallOf<typeof user.getSession>) {
    return { sessions: await liveSessions(this.db, caller, input.filter_user_id) };
  }

  @Handles(user.endSession)
  endSession(call: CallOf<typeof user.endSession>) {
    const { caller } = call;
    const { session_id = caller.session_id ?? 0 } = call.input;
    return this.db.transact(call, async (tx) => {
      const user_id = await ownerOfSession(tx, session_id);
      const isOwn = user_id === caller.user_id;
      const isAllowed = isOwn || mayUse(await rightsOf(tx, caller), resourceOf(user.endSession), 'write');
      if (user_id === undefined || !isAllowed) throw new Refused(noRecord('session', session_id));
      await claimUser(tx, caller, user_id);
      await this.secrets.revoke(tx, user_id, session_id, actorOf(call));
      return { session_id };
    });
  }
}

/** The secret stands behind the #, which no browser sends to a server. */
const linkOf = (domain: string, api_key: string, { user_secret_id, api_secret }: IssuedSecret): string =>
  `/console/#enrol?${new URLSearchParams({ domain, api_key, auth_session: String(user_secret_id), api_secret })}`;
