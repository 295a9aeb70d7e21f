import { type CallOf, channelGroupReferrers } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles, kindsReferringTo } from '@stockbook/service';
import { Controller } from '@nestjs/common';

@Controller()
export class ChannelGroupReferrersHandlers {
  constructor(private readonly db: Db) {}

  @Handles(channelGroupReferrers.get)
  async get({ caller, input }: CallOf<typeof channelGroupReferrers.get>) {
    return { kinds: await kindsReferringTo(this.db, caller, 'channel group', input.channel_group_id) };
  }
}
