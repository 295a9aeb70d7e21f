import { shownDate, type UserGroup, userGroupChanged } from '@stockbook/contracts';
import type { Db } from '@stockbook/persistence';
import { PlainRecords } from '@stockbook/service';
import { UserGroupRow } from './user-group.entity.js';

export const userGroupRecords = (db: Db) =>
  new PlainRecords(db, UserGroupRow, 'user_group_id', userGroupChanged, toUserGroup);

const toUserGroup = (row: UserGroupRow): UserGroup => ({
  user_group_id: row.user_group_id,
  name: row.name,
  permission: row.permission,
  date_added: shownDate(row.date_added),
  date_modified: shownDate(row.date_modified),
});
