import { SecretKeys } from '@stockbook/auth';
import {
  type Call,
  type CallOf,
  type Channel,
  channel,
  channelChanged,
  channelReferrers,
  Id,
  locationsReference,
  noRecord,
  noReference,
  One,
  ownCall,
  parse,
  type Reader,
  Refused,
  shownDate,
} from '@stockbook/contracts';
import { claim, Db } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { Configurations, Handles, inUse, PlainRecords } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { type Configuration, configurationColumns } from '../configuration.js';
import { text } from '../text.js';
import { ChannelRow } from './channel.entity.js';

class ChannelConfiguration {
  @Id({ optional: true }) location_id?: number;
}
class Configured {
  @One(() => ChannelConfiguration) configuration!: ChannelConfiguration;
}

/** Refuses wrong known fields: `configuration.location_id must be an integer of at least 0.` */
const channelConfiguration = <C extends object>(configuration: C, reader: Reader): C & ChannelConfiguration => ({
  ...configuration,
  ...parse(Configured, { configuration }, reader).configuration,
});

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
    this.channels = new PlainRecords(db, ChannelRow, 'channel_id', channelChanged, toChannel);
  }

  @Handles(channel.add)
  async add(call: CallOf<typeof channel.add>) {
    const { caller, input } = call;
    const given = await this.checked(call, input.configuration ?? {});
    const { account_id } = caller;
    const columns = configurationColumns(this.configurations, given, { account_id, type: input.type });
    return this.channels.add({ ...call, input: { ...input, ...columns } });
  }

  @Handles(channel.edit)
  async edit(call: CallOf<typeof channel.edit>) {
    const { caller, input } = call;
    const { channel_id, type, configuration } = input;
    const known = await this.db
      .read(ChannelRow, 'channel', caller)
      .andWhere('channel.channel_id = :channel_id', { channel_id })
      .getOne();
    if (!known) throw new Refused(noRecord('channel', channel_id));
    if (type && type !== known.type) {
      const message = `type cannot change: channel ${channel_id} is of type ${known.type}.`;
      throw new Refused({ code: 'invalid', field: 'type', message });
    }
    const given = configuration && (await this.checked(call, configuration));
    return this.db.transact(call, async (tx) => {
      const stored = await claim(tx, caller, ChannelRow, { channel_id });
      const columns = given && configurationColumns(this.configurations, given, stored);
      return this.channels.update(tx, call, { ...input, ...columns });
    });
  }

  @Handles(channel.delete)
  async delete(call: CallOf<typeof channel.delete>) {
    const { caller, input } = call;
    const { channel_id } = input;
    const found = await this.db
      .read(ChannelRow, 'channel', caller)
      .andWhere('channel.channel_id = :channel_id', { channel_id })
      .getExists();
    if (!found) throw new Refused(noRecord('channel', channel_id));
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

  private async checked(call: Call, given: Configuration): Promise<Configuration> {
    const configuration = channelConfiguration(given, call.caller);
    const id = configuration.location_id;
    if (!id) return configuration;
    const { output } = await this.services.ask(locationsReference.get, ownCall(call, {}));
    if (output.location_ids.includes(id)) return configuration;
    throw new Refused(noReference('configuration.location_id', 'location', id));
  }
}

const toChannel = (row: ChannelRow): Channel => ({
  channel_id: row.channel_id,
  type: row.type,
  name: row.name,
  configuration: row.configuration,
  date_added: shownDate(row.date_added),
  date_modified: shownDate(row.date_modified),
  date_active: shownDate(row.date_active),
  status: row.status,
});
