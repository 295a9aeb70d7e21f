import {
  type CallOf,
  type Call,
  channelGroup,
  ChannelGroup,
  channelGroupChanged,
  channelReferrers,
  channelsReference,
  noRecord,
  noReference,
  ownCall,
  Refused,
} from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { Handles, PlainRecords, referrersTo, showAs } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { text } from '../text.js';
import { ChannelGroupRow } from './channel-group.entity.js';
import { foreignFaults } from './channel-group-uses.js';

/** Limited users change no channel group: they could widen their own view. */
@Controller()
export class ChannelGroupHandlers {
  private readonly groups: PlainRecords<ChannelGroupRow, 'channel_group_id', ChannelGroup>;

  constructor(
    private readonly db: Db,
    private readonly services: Services,
  ) {
    this.groups = new PlainRecords(db, ChannelGroupRow, 'channel_group_id', channelGroupChanged, showAs(ChannelGroup));
  }

  @Handles(channelGroup.add)
  async add(call: CallOf<typeof channelGroup.add>) {
    return this.groups.add({ ...call, input: await this.checked(call, call.input) });
  }

  @Handles(channelGroup.edit)
  async edit(call: CallOf<typeof channelGroup.edit>) {
    return this.groups.edit({ ...call, input: await this.checked(call, call.input) });
  }

  @Handles(channelGroup.delete)
  async delete(call: CallOf<typeof channelGroup.delete>) {
    const { channel_group_id } = call.input;
    const found = await this.db
      .read(ChannelGroupRow, 'channel_group', call.caller)
      .andWhere({ channel_group_id })
      .getExists();
    if (!found) throw new Refused(noRecord('channel group', channel_group_id));
    const faults = await foreignFaults(this.services, call);
    return this.groups.delete(call, () => Promise.resolve(faults));
  }

  @Handles(channelReferrers.get)
  async referrers({ caller, input }: CallOf<typeof channelReferrers.get>) {
    return { channel_groups: await referrersTo(this.db, caller, 'channel', input.channel_id) };
  }

  @Handles(channelGroup.get)
  async get(call: CallOf<typeof channelGroup.get>) {
    const sorts = {
      name: text.sortedName('channel_group.name'),
      date_modified: 'channel_group.date_modified',
    };
    const { records, ...page } = await this.groups.list(call, sorts);
    return { ...page, channel_groups: records };
  }

  private async checked<I extends { channels?: number[] }>(call: Call, input: I): Promise<I> {
    if (!input.channels?.length) return input;
    const { output } = await this.services.ask(channelsReference.get, ownCall(call, {}));
    const known = new Set(output.channels.map(({ channel_id }) => channel_id));
    Refused.ifAny(
      input.channels.flatMap((id, i) => (known.has(id) ? [] : [noReference(`channels[${i}]`, 'channel', id)])),
    );
    return { ...input, channels: [...new Set(input.channels)] };
  }
}
