import { UserGroup, userGroupChanged } from '@stockbook/contracts';
import type { Db } from '@stockbook/persistence';
import { PlainRecords, showAs } from '@stockbook/service';
import { UserGroupRow } from './user-group.entity.js';

export const userGroupRecords = (db: Db) =>
  new PlainRecords(db, UserGroupRow, 'user_group_id', userGroupChanged, showAs(UserGroup));
