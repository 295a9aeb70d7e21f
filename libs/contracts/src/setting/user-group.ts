import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { Flag, Id, Ids, ListOf, Name, One, OneOf, Text, Texts, When } from '../fields/fields.js';

const PATHS = 'Resources like "sale/order", all of a group like "sale/*", or all by "*".';
const ADDITIVE = { additive: true };

export class GroupPermission {
  @Texts({ doc: `May be read. ${PATHS}` }) access!: string[];
  @Texts({ doc: `May be changed. ${PATHS}` }) modify!: string[];
  @Flag({ optional: true, doc: 'Whether cost fields are shown and taken; default false.' }) view_cost?: boolean;
  @Ids({ optional: true, doc: 'The channel groups that the users are limited to; absent: none.' })
  channel_groups?: number[];
}
class UserGroupKey {
  @Id() user_group_id!: number;
}
class UserGroupAdd {
  @Name() name!: string;
  @One(() => GroupPermission) permission!: GroupPermission;
}
class UserGroupEdit {
  @Id() user_group_id!: number;
  @Name({ optional: true }) name?: string;
  @One(() => GroupPermission, { optional: true, doc: 'Replaced as a whole.' }) permission?: GroupPermission;
}
class UserGroupGet extends RecordPageRequest {
  @Id({ optional: true }) user_group_id?: number;
  @Text({ optional: true }) filter_name?: string;
  @When({ optional: true }) filter_date_modified?: string;
  @Flag({ optional: true }) filter_deleted?: boolean;
  @OneOf(['name'], { optional: true }) sort?: 'name';
}
export class UserGroup extends UserGroupKey {
  @Text() name!: string;
  @One(() => GroupPermission) permission!: GroupPermission;
  @When() date_added!: string;
  @When() date_modified!: string;
  @Flag({ optional: true }) deleted?: boolean;
}
class UserGroupPage extends Page {
  @ListOf(() => UserGroup) user_groups!: UserGroup[];
}

export const userGroup = resource('setting/user_group', 'settings', {
  add: once(UserGroupAdd, UserGroupKey, 'Adds a user group, with rights that the caller holds.', ADDITIVE),
  edit: write(UserGroupEdit, UserGroupKey, 'Changes a user group that holds no more than the caller.', ADDITIVE),
  delete: once(UserGroupKey, UserGroupKey, 'Deletes a user group that has no users.', ADDITIVE),
  get: read(UserGroupGet, UserGroupPage, 'Lists user groups.'),
});

export const userGroupChanged = fact('setting.user_group', UserGroup);
