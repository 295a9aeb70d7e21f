import type { Permission } from '@stockbook/auth';
import type { Caller } from '@stockbook/contracts';
import { claim, type Tx } from '@stockbook/persistence';
import { lockAdministration, refuseMorePowerful, rightsOf } from './group/administration.js';
import { UserGroupRow } from './group/user-group.entity.js';
import { UserRow } from './user.entity.js';

/** Locks a living user whose rights the caller holds too, and says what the caller holds. */
export async function claimUser(tx: Tx, caller: Caller, user_id: number): Promise<{ row: UserRow; held: Permission }> {
  await lockAdministration(tx);
  const held = await rightsOf(tx, caller);
  const row = await claim(tx, caller, UserRow, { user_id });
  const group = await findGroup(tx, row.user_group_id);
  if (group) refuseMorePowerful(held, group.permission, `user ${user_id}`);
  return { row, held };
}

export const findGroup = ({ manager, account_id }: Tx, user_group_id: number): Promise<UserGroupRow | null> =>
  manager.findOneBy(UserGroupRow, { account_id, user_group_id });
