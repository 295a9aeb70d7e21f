import { Done } from '../common.js';
import { internalResource, read, write } from '../contract.js';
import { Flag, Id, Ids, Int, Json, ListOf, One, OneOf, Text, Texts } from '../fields/fields.js';

const SESSION_STATES = ['open', 'enrolment', 'locked'] as const;

class IdentityGet {
  @Text() domain!: string;
  /** The user's e-mail address. */
  @Text() api_key!: string;
}
/** A secret of a user as the settings service keeps it: only the holder of the key can open it. */
export class SealedSecret {
  @Text() key_id!: string;
  @Text() sealed!: string;
}
/** A secret that a request names by `auth_session`. It signs the requests that its state is for. */
export class SealedSession extends SealedSecret {
  @Id() session_id!: number;
  @OneOf(SESSION_STATES) state!: (typeof SESSION_STATES)[number];
}
/** The gateway needs no more of a user than this to let a request in. */
export class Identity {
  @Id() account_id!: number;
  @Flag() enabled!: boolean;
  /** The account's IANA time zone. */
  @Text() zone!: string;
  /** The largest difference of a request's clock, in seconds. */
  @Int() clock_tolerance!: number;
  @Id() user_id!: number;
  @Text() username!: string;
  @ListOf(() => SealedSecret) secrets!: SealedSecret[];
  @ListOf(() => SealedSession, {
    optional: true,
    doc: 'The sessions of the user; absent from a settings service of an older release.',
  })
  sessions?: SealedSession[];
  @Json({ max: Infinity, doc: 'A Permission of the auth library.' }) permission!: Record<string, unknown>;
  @Int({ optional: true, max: Number.MAX_SAFE_INTEGER, doc: 'Unix time in milliseconds; absent: never.' })
  expires?: number;
  @Texts({ optional: true, doc: 'The networks that requests may come from; absent: all.' }) allowed_networks?: string[];
  @Ids({ optional: true, doc: 'The channels that the user is limited to; absent: all.' }) channel_ids?: number[];
}
class IdentityFound {
  @One(() => Identity, { optional: true }) identity?: Identity;
}

export const identity = internalResource('internal/identity', 'settings', ['gateway'], {
  get: read(IdentityGet, IdentityFound, 'Finds a user by domain and e-mail.'),
});

class UserActive {
  @Id() user_id!: number;
  @Id({ optional: true }) session_id?: number;
  @Int({ optional: true, max: Number.MAX_SAFE_INTEGER, doc: 'Unix time in milliseconds; absent: now.' }) at?: number;
}
/** The gateway reports the latest request of a user, at most one a minute. */
export const userActivity = internalResource('internal/user_activity', 'settings', ['gateway'], {
  note: write(UserActive, Done, 'Dates the latest request of a user.'),
});

/** Names the owner that a sealed secret is bound to, so that no row can stand in for another's. */
export const secretOwner = (account_id: number, user_id: number): string => `user/${account_id}/${user_id}`;
