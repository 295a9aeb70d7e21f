import { type User, userChanged, type UserGroup, userGroupChanged, shownDate } from '@stockbook/contracts';
import type { Db } from '@stockbook/persistence';
import { PlainRecords } from '@stockbook/service';
import { UserGroupRow } from './group/user-group.entity.js';
import { UserRow } from './user.entity.js';

/** The records of users, for clients and for operators. */
export const userRecords = (db: Db) => new PlainRecords(db, UserRow, 'user_id', userChanged, toUser);

export const userGroupRecords = (db: Db) =>
  new PlainRecords(db, UserGroupRow, 'user_group_id', userGroupChanged, toUserGroup);

const toUser = (row: UserRow): User => ({
  user_id: row.user_id,
  user_group_id: row.user_group_id,
  username: row.username,
  firstname: row.firstname,
  lastname: row.lastname,
  email: row.email,
  preference: row.preference,
  enabled: row.enabled,
  expires: shownDate(row.expires),
  allowed_networks: row.allowed_networks,
  date_added: shownDate(row.date_added),
  date_modified: shownDate(row.date_modified),
  date_active: shownDate(row.date_active),
});

const toUserGroup = (row: UserGroupRow): UserGroup => ({
  user_group_id: row.user_group_id,
  name: row.name,
  permission: row.permission,
  date_added: shownDate(row.date_added),
  date_modified: shownDate(row.date_modified),
});
