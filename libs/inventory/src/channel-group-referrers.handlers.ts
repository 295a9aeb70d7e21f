import { type CallOf, channelGroupReferrers } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles, referrersByColumn } from '@stockbook/service';
import { Controller } from '@nestjs/common';

@Controller()
export class ChannelGroupReferrersHandlers {
  constructor(private readonly db: Db) {}

  @Handles(channelGroupReferrers.get)
  async get({ caller: { account_id }, input: { channel_group_id: id } }: CallOf<typeof channelGroupReferrers.get>) {
    return { kinds: await referrersByColumn(this.db.source.manager, 'channel_group_id', { account_id, id }) };
  }
}
