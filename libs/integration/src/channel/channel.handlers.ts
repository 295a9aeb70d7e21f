import { SecretKeys } from '@stockbook/auth';
import {
  type CallOf,
  Channel,
  channel,
  channelChanged,
  channelReferrers,
  noRecord,
  ownCall,
  Refused,
} from '@stockbook/contracts';
import { claim, Db } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { Configurations, Handles, inUse, PlainRecords, showAs } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { configurationColumns } from '../configuration.js';
import { text } from '../text.js';
import { channelConfiguration } from './channel-configuration.js';
import { ChannelRow } from './channel.entity.js';

@Controller()
export class ChannelHandlers {
  private readonly channels: PlainRecords<ChannelRow, 'channel_id', Channel>;
  private readonly configurations: Configurations;

  constructor(
    private readonly db: Db,
    private readonly services: Services,
    keys: SecretKeys,
  ) {
    this.configurations = new Configurations(keys, 'integration/channel');
    this.channels = new PlainRecords(db, ChannelRow, 'channel_id', channelChanged, showAs(Channel));
  }

  @Handles(channel.add)
  async add(call: CallOf<typeof channel.add>) {
    const { caller, input } = call;
    const given = await channelConfiguration(this.services, call, input.configuration ?? {});
    const { account_id } = caller;
    const columns = configurationColumns(this.configurations, given, { account_id, type: input.type });
    return this.channels.add({ ...call, input: { ...input, ...columns } });
  }

  @Handles(channel.edit)
  async edit(call: CallOf<typeof channel.edit>) {
    const { caller, input } = call;
    const { channel_id, type, configuration } = input;
    const known = await this.find(call);
    if (type && type !== known.type) {
      const message = `type cannot change: channel ${channel_id} is of type ${known.type}.`;
      throw new Refused({ code: 'invalid', field: 'type', message });
    }
    const given = configuration && (await channelConfiguration(this.services, call, configuration));
    return this.db.transact(call, async (tx) => {
      const stored = await claim(tx, caller, ChannelRow, { channel_id });
      const columns = given && configurationColumns(this.configurations, given, stored);
      return this.channels.update(tx, call, { ...input, ...columns });
    });
  }

  @Handles(channel.delete)
  async delete(call: CallOf<typeof channel.delete>) {
    const { channel_id } = await this.find(call);
    const { output } = await this.services.ask(channelReferrers.get, ownCall(call, { channel_id }));
    Refused.ifAny(inUse('channel_id', `Channel ${channel_id} is still in`, 'channel group', output.channel_groups));
    return this.channels.delete(call);
  }

  @Handles(channel.get)
  async get(call: CallOf<typeof channel.get>) {
    const { filter_type: type, filter_status: status } = call.input;
    const query = this.channels.query(call);
    if (type) query.andWhere('channel.type = :type', { type });
    if (status !== undefined) query.andWhere('channel.status = :status', { status });
    const sorts = {
      name: text.sortedName('channel.name'),
      type: 'channel.type',
      date_added: 'channel.date_added',
      date_modified: 'channel.date_modified',
    };
    const { records, ...page } = await this.channels.list(call, sorts, query);
    return { ...page, channels: records };
  }

  private async find(call: CallOf<typeof channel.delete>): Promise<ChannelRow> {
    const found = await this.channels.query({ ...call, input: { channel_id: call.input.channel_id } }).getOne();
    if (!found) throw new Refused(noRecord('channel', call.input.channel_id));
    return found;
  }
}
