import type { Permission } from '@stockbook/auth';
import { type CallOf, type Caller, type Fault, Refused, userGroup } from '@stockbook/contracts';
import { claim, Db, type Tx } from '@stockbook/persistence';
import { Handles, missingFaults } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { refuseDuplicate } from '../../duplicate.js';
import { text } from '../../text.js';
import {
  grantFaults,
  lockAdministration,
  refuseMorePowerful,
  requireAdministrator,
  rightsOf,
} from './administration.js';
import { permissionFaults } from './permission-faults.js';
import { UserGroupRow } from './user-group.entity.js';
import { userGroupRecords } from './user-group-records.js';

@Controller()
export class UserGroupHandlers {
  private readonly groups;

  constructor(private readonly db: Db) {
    this.groups = userGroupRecords(db);
  }

  @Handles(userGroup.add)
  add(call: CallOf<typeof userGroup.add>) {
    const { caller, input } = call;
    const added = this.db.transact(call, async (tx) => {
      await lockAdministration(tx);
      const permission = { ...input.permission };
      Refused.ifAny(await groupPermissionFaults(tx, caller, permission));
      return this.groups.insert(tx, { ...call, input: { ...input, permission } });
    });
    return added.catch(refuseName(input.name));
  }

  @Handles(userGroup.edit)
  edit(call: CallOf<typeof userGroup.edit>) {
    const { user_group_id, name, permission } = call.input;
    const edited = this.db.transact(call, async (tx) => {
      await this.claim(tx, call);
      Refused.ifAny(permission ? await groupPermissionFaults(tx, call.caller, permission) : []);
      const edit = { user_group_id, name, ...(permission && { permission: { ...permission } }) };
      const answer = await this.groups.update(tx, { ...call, input: edit }, edit);
      if (permission) await requireAdministrator(tx);
      return answer;
    });
    return edited.catch(refuseName(name));
  }

  @Handles(userGroup.delete)
  delete(call: CallOf<typeof userGroup.delete>) {
    return this.db.transact(call, async (tx) => {
      await this.claim(tx, call);
      return this.groups.remove(tx, call);
    });
  }

  @Handles(userGroup.get)
  async get(call: CallOf<typeof userGroup.get>) {
    const { records, ...page } = await this.groups.list(call, { name: text.sortedName('user_group.name') });
    return { ...page, user_groups: records };
  }

  private async claim(tx: Tx, { caller, input }: CallOf<typeof userGroup.delete>): Promise<void> {
    const { user_group_id } = input;
    await lockAdministration(tx);
    const row = await claim(tx, caller, UserGroupRow, { user_group_id });
    refuseMorePowerful(await rightsOf(tx, caller), row.permission, `user group ${user_group_id}`);
  }
}

async function groupPermissionFaults(tx: Tx, caller: Caller, permission: Permission): Promise<Fault[]> {
  const { channel_groups = [] } = permission;
  const limits = channel_groups.map((value, index) => ({ field: `permission.channel_groups[${index}]`, value }));
  const limiting = limits.filter(({ value }) => value);
  const missing = await missingFaults(tx, caller, 'channel group', limiting);
  const own = permissionFaults(permission, 'permission.');
  return [...own, ...missing, ...grantFaults(await rightsOf(tx, caller), permission, 'permission')];
}

const refuseName = (name = '') => refuseDuplicate('user_group_name', `There is already a user group ${name}.`);
