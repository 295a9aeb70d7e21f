import { shownDate, type User, userChanged } from '@stockbook/contracts';
import type { Db } from '@stockbook/persistence';
import { PlainRecords } from '@stockbook/service';
import { UserRow } from './user.entity.js';

export const userRecords = (db: Db) => new PlainRecords(db, UserRow, 'user_id', userChanged, toUser);

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
