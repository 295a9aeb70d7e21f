import type { Permission } from '@stockbook/auth';
import { type CallOf, noRecord, Refused, user } from '@stockbook/contracts';
import { Db, statement } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';

const WHO = statement(
  'who_am_i',
  `SELECT u.user_id, u.username, u.email, u.user_group_id, g.permission,
     json_build_object('name', c.name, 'currency', c.currency, 'timezone',
       c.timezone, 'language', c.language) AS company
   FROM settings."user" u
   JOIN settings.user_group g ON g.account_id = u.account_id AND g.user_group_id = u.user_group_id
   JOIN settings.company c ON c.account_id = u.account_id
   WHERE u.account_id = $1 AND u.user_id = $2 AND u.date_deleted IS NULL`,
);

interface Found {
  readonly user_id: number;
  readonly username: string;
  readonly email: string;
  readonly user_group_id: number;
  readonly permission: Permission;
  readonly company: { name: string; currency: string; timezone: string; language: string };
}

@Controller()
export class WhoAmIHandlers {
  constructor(private readonly db: Db) {}

  @Handles(user.whoami)
  async whoami({ caller }: CallOf<typeof user.whoami>) {
    const [found] = await this.db.query<Found>(WHO, [caller.account_id, caller.user_id]);
    if (!found) throw new Refused(noRecord('user', caller.user_id));
    const { view_cost = false, channel_groups } = found.permission;
    return { ...found, view_cost, ...(channel_groups && { channel_group_ids: channel_groups }) };
  }
}
