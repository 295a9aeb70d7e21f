import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { Flag, Id, Ids, Json, ListOf, Name, One, OneOf, Text, Texts, When } from '../fields/fields.js';
import { GroupPermission } from './user-group.js';
import { LATEST_REQUEST, SECRET_KINDS, type SecretKind, sessionOperations } from './user-session.js';

const EMAIL = 'Unique in the account, without regard to case; the `api_key` of requests.';
const ENABLED = 'Requests of a disabled user are refused; default true.';
const EXPIRES = 'Additive: from this time on requests of the user are refused; empty: never. For keys of programs.';
const NETWORKS =
  'Additive: addresses and networks that the user may call from, like `203.0.113.7` or `10.0.0.0/8`; empty: all.';
const ADDITIVE = { additive: true };

class UserKey {
  @Id() user_id!: number;
}
class UserFields {
  @Text({ optional: true, max: 1_000 }) firstname?: string;
  @Text({ optional: true, max: 1_000 }) lastname?: string;
  @Json({ optional: true, doc: 'Free content of clients; replaced as a whole.' })
  preference?: Record<string, unknown>;
  @Flag({ optional: true, doc: ENABLED }) enabled?: boolean;
  @When({ optional: true, doc: EXPIRES }) expires?: string;
  @Texts({ optional: true, trim: true, doc: NETWORKS }) allowed_networks?: string[];
}
class UserAdd extends UserFields {
  @Id() user_group_id!: number;
  @Name() username!: string;
  @Text({ min: 1, max: 254, trim: true, doc: EMAIL }) email!: string;
}
class UserEdit extends UserFields {
  @Id() user_id!: number;
  @Id({ optional: true }) user_group_id?: number;
  @Name({ optional: true }) username?: string;
  @Text({ optional: true, min: 1, max: 254, trim: true, doc: EMAIL }) email?: string;
}
class UserIssued extends UserKey {
  @Id() user_secret_id!: number;
  @Text({ optional: true, doc: 'The only time that it is shown: a replay and a dry run leave it out.' })
  api_secret?: string;
}
const SORTS = ['username', 'name', 'user_group', 'date_added', 'date_modified', 'date_active'] as const;
class UserGet extends RecordPageRequest {
  @Id({ optional: true }) user_id?: number;
  @Id({ optional: true }) filter_user_group_id?: number;
  @Text({ optional: true }) filter_username?: string;
  @When({ optional: true }) filter_date_modified?: string;
  @Flag({ optional: true }) filter_deleted?: boolean;
  @OneOf(SORTS, { optional: true }) sort?: (typeof SORTS)[number];
}
export class User extends UserKey {
  @Id() user_group_id!: number;
  @Text() username!: string;
  @Text() firstname!: string;
  @Text() lastname!: string;
  @Text({ doc: EMAIL }) email!: string;
  @Json({ doc: 'Free content of clients.' }) preference!: Record<string, unknown>;
  @Flag({ doc: ENABLED }) enabled!: boolean;
  @When({ doc: EXPIRES }) expires!: string;
  @Texts({ doc: NETWORKS }) allowed_networks!: string[];
  @When() date_added!: string;
  @When() date_modified!: string;
  @When({ doc: LATEST_REQUEST }) date_active!: string;
  @Flag({ optional: true }) deleted?: boolean;
}
class UserPage extends Page {
  @ListOf(() => User) users!: User[];
}
class WhoAmI {}
class OwnCompany {
  @Text() name!: string;
  @Text() currency!: string;
  @Text() timezone!: string;
  @Text() language!: string;
}
class Myself extends UserKey {
  @Text() username!: string;
  @Text() email!: string;
  @Id() user_group_id!: number;
  @One(() => GroupPermission) permission!: GroupPermission;
  @Flag() view_cost!: boolean;
  @Ids({ optional: true, doc: 'The channel groups that the user is limited to; absent: none.' })
  channel_group_ids?: number[];
  @One(() => OwnCompany) company!: OwnCompany;
}

export const user = resource('setting/user', 'settings', {
  add: once(UserAdd, UserIssued, 'Adds a user to a group that holds no more than the caller.', ADDITIVE),
  edit: write(UserEdit, UserKey, "Changes a user whose group holds no more than the caller's.", ADDITIVE),
  delete: once(UserKey, UserKey, 'Deletes a user. One who may change users and user groups remains.', ADDITIVE),
  get: read(UserGet, UserPage, 'Lists users.'),
  rotateSecret: once(
    UserKey,
    UserIssued,
    'Issues a further secret. The one before it stays live; ' +
      'older ones are revoked, which ends the sessions of the user.',
    ADDITIVE,
  ),
  ...sessionOperations,
  whoami: read(WhoAmI, Myself, 'Shows the user who asks.', { ...ADDITIVE, isForEveryone: true }),
});

export const userChanged = fact('setting.user', User);

/** A secret, a session or a one-time link of a user, without its text. */
export class UserSecret {
  @Id() user_secret_id!: number;
  @Id() user_id!: number;
  @OneOf(SECRET_KINDS, { doc: 'Additive.' }) kind!: SecretKind;
  @When() date_added!: string;
  @When({ doc: 'Empty: it is live.' }) date_revoked!: string;
}
export const userSecretChanged = fact('setting.user_secret', UserSecret, ['added', 'revoked']);
