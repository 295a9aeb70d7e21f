import {
  type Call,
  channelGroupChanged,
  channelsOfGroups,
  type Event,
  type GroupChannels,
  ownCall,
  type PayloadOf,
} from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { Consumes } from '@stockbook/service';
import { Injectable } from '@nestjs/common';

const ADD = statement(
  'add_webhook_channel_group',
  `INSERT INTO integration.webhook_channel_group (account_id, channel_group_id, channels) VALUES ($1, $2, $3)
   ON CONFLICT DO NOTHING`,
);
/** Of accounts that have had endpoints. */
const FOLLOW = statement(
  'follow_webhook_channel_group',
  `INSERT INTO integration.webhook_channel_group AS known (account_id, channel_group_id, channels)
   SELECT account_id, $2, $3 FROM integration.webhook_account WHERE account_id = $1
   ON CONFLICT (account_id, channel_group_id) DO UPDATE SET channels = excluded.channels, date_modified = now()
   WHERE known.channels <> excluded.channels`,
);

/** Knows the channels of the channel groups that endpoints are limited to. */
@Injectable()
export class EndpointGroups {
  constructor(private readonly services: Services) {}

  /** After the account is subscribed, so that a change that comes later is followed. */
  async read(call: Call, channel_group_ids: readonly number[] | null): Promise<readonly GroupChannels[]> {
    if (!channel_group_ids) return [];
    const request = ownCall(call, { channel_group_ids: [...channel_group_ids] });
    return (await this.services.ask(channelsOfGroups.get, request)).output.groups;
  }

  /** Keeps the channels that an event has stored meanwhile: they are newer. */
  add(tx: Tx, groups: readonly GroupChannels[]): void {
    for (const { channel_group_id, channels } of groups) tx.send(ADD, [tx.account_id, channel_group_id, channels]);
  }

  @Consumes(channelGroupChanged)
  async follow(events: readonly Event<PayloadOf<typeof channelGroupChanged>>[], tx: Tx): Promise<void> {
    for (const { account_id, payload } of events) {
      const { channel_group_id, channels } = payload.record;
      tx.send(FOLLOW, [account_id, channel_group_id, payload.change === 'deleted' ? [] : channels]);
    }
  }
}
