import { type CallOf, groupChannels } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { EndpointGroups } from './endpoint-groups.js';

@Controller()
export class GroupChannelsHandlers {
  constructor(
    private readonly db: Db,
    private readonly groups: EndpointGroups,
  ) {}

  @Handles(groupChannels.apply)
  async apply(call: CallOf<typeof groupChannels.apply>) {
    const { groups } = call.input;
    if (!(await this.groups.hasNews(call.caller.account_id, groups))) return {};
    return this.db.transact(call, async (tx) => {
      this.groups.add(tx, groups);
      return {};
    });
  }
}
