import { once, read, write } from '../contract.js';
import { Flag, Id, ListOf, OneOf, Text, When } from '../fields/fields.js';
import { OpenedSession } from '../sign-in.js';

const FOR_EVERYONE = { additive: true, isForEveryone: true };
const USER = 'setting/user';

export const SECRET_KINDS = ['secret', 'session', 'enrolment'] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];

export const LATEST_REQUEST =
  'The second of the latest request, shown up to a minute after it: a gateway reports the first request at once, and ' +
  'later ones once a minute. Empty: there was none.';

class SessionAdd {
  @Text({ optional: true, max: 255, trim: true, doc: 'A name of the device, for the list of sessions.' }) name?: string;
}
class SessionGet {
  @Id({ optional: true, doc: 'Default: who asks.' }) filter_user_id?: number;
}
/** A live session of a user, or a link that is not used yet. */
export class UserSession {
  @Id() session_id!: number;
  @Id() user_id!: number;
  @OneOf(['session', 'enrolment']) kind!: 'session' | 'enrolment';
  @Text() name!: string;
  @Flag({ doc: 'Whether it waits for its PIN.' }) locked!: boolean;
  @Flag({ doc: 'Whether it has signed this request.' }) current!: boolean;
  @When() date_added!: string;
  @When({ doc: LATEST_REQUEST }) date_active!: string;
  @When() expires!: string;
}
class SessionList {
  @ListOf(() => UserSession, { doc: 'The newest first; a user has at most 20.' }) sessions!: UserSession[];
}
class SessionEnd {
  @Id({ optional: true, doc: 'Default: the one that signs the request.' }) session_id?: number;
}
class SessionEnded {
  @Id() session_id!: number;
}
class EnrolmentAdd {
  @Id() user_id!: number;
}
class Enrolment {
  @Id() session_id!: number;
  @Text({
    optional: true,
    doc: 'The path of the link. The only time that it is shown: a replay and a dry run leave it out.',
  })
  link?: string;
  @When() expires!: string;
}

export const sessionOperations = {
  addSession: once(SessionAdd, OpenedSession, 'Opens a session of the user who asks, by a secret.', FOR_EVERYONE),
  getSession: read(SessionGet, SessionList, 'Lists live sessions of a user.', {
    ...FOR_EVERYONE,
    needs: { fields: { filter_user_id: USER } },
  }),
  endSession: write(
    SessionEnd,
    SessionEnded,
    "Ends a session, or a link that is not used yet. Another user's needs the permission to modify `setting/user`.",
    FOR_EVERYONE,
  ),
  addEnrolment: once(
    EnrolmentAdd,
    Enrolment,
    'Makes a one-time link, good for 24 hours, by which a user sets a password or a passkey. Earlier links end.',
    { additive: true },
  ),
};
