import type { CallOf, user } from '@stockbook/contracts';
import { text } from '../text.js';
import { UserGroupRow } from './group/user-group.entity.js';
import type { userRecords } from './user-records.js';

const SORTS = {
  username: text.sortedName('user.username'),
  name: text.sortedName("(user.firstname || ' ' || user.lastname)"),
  user_group: text.sortedName('user_group.name'),
  date_added: 'user.date_added',
  date_modified: 'user.date_modified',
  date_active: 'user.date_active',
};

export async function listUsers(users: ReturnType<typeof userRecords>, call: CallOf<typeof user.get>) {
  const { filter_user_group_id: group, filter_username: username } = call.input;
  const query = users.query(call);
  if (group !== undefined) query.andWhere('user.user_group_id = :group', { group });
  if (username) query.andWhere(text.contains('user.username', ':username'), { username });
  const sameGroup = 'user_group.account_id = user.account_id AND user_group.user_group_id = user.user_group_id';
  query.leftJoin(UserGroupRow, 'user_group', sameGroup);
  const { records, ...page } = await users.list(call, SORTS, query);
  return { ...page, users: records };
}
