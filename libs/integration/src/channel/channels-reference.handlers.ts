import { type CallOf, type ChannelReference, channelsReference } from '@stockbook/contracts';
import { Db, statement } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';

const references = statement(
  'channels_reference',
  `SELECT channel_id, type, name, status,
     CASE type WHEN 'pos' THEN coalesce((configuration ->> 'location_id')::int, 0) ELSE 0 END AS location_id
   FROM integration.channel WHERE account_id = $1 AND date_deleted IS NULL ORDER BY channel_id`,
);

@Controller()
export class ChannelsReferenceHandlers {
  constructor(private readonly db: Db) {}

  @Handles(channelsReference.get)
  async get({ caller }: CallOf<typeof channelsReference.get>) {
    return { channels: await this.db.query<ChannelReference>(references, [caller.account_id]) };
  }
}
