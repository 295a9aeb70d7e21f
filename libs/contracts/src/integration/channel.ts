import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { FlagNumber, Id, Json, ListOf, Name, OneOf, Text, When } from '../fields/fields.js';
import { type ChannelType, channelTypes } from '../channel-type.js';
import { OrderImport, OrderImported } from './order-import.js';
import { shownDoc } from '../shown-configuration.js';

class ChannelKey {
  @Id() channel_id!: number;
}
class ChannelFields {
  @Json({
    optional: true,
    doc:
      'location_id: the location that its orders take stock from; all else varies by type. Replaced as a whole; ' +
      'a value that is sent as its mask stays as it is. A mask without a stored value is refused.',
  })
  configuration?: Record<string, unknown>;
  @FlagNumber({ optional: true, doc: '1 enabled, 0 disabled; 1 by default.' }) status?: number;
}
class ChannelAdd extends ChannelFields {
  @OneOf(channelTypes) type!: ChannelType;
  @Name() name!: string;
}
class ChannelEdit extends ChannelFields {
  @Id() channel_id!: number;
  @OneOf(channelTypes, { optional: true, doc: 'Cannot change.' }) type?: ChannelType;
  @Name({ optional: true }) name?: string;
}
class ChannelGet extends RecordPageRequest {
  @Id({ optional: true }) channel_id?: number;
  @OneOf(channelTypes, { optional: true }) filter_type?: ChannelType;
  @FlagNumber({ optional: true, doc: '1 enabled, 0 disabled.' }) filter_status?: number;
  @When({ optional: true }) filter_date_modified?: string;
  @OneOf(['name', 'type', 'date_added', 'date_modified'], { optional: true }) sort?:
    'name' | 'type' | 'date_added' | 'date_modified';
}
export class Channel extends ChannelKey {
  @OneOf(channelTypes) type!: ChannelType;
  @Text() name!: string;
  @Json({ doc: shownDoc('integration/channel') }) configuration!: Record<string, unknown>;
  @When() date_added!: string;
  @When() date_modified!: string;
  @When({ doc: 'The minute in which an order last came in; empty: never.' }) date_active!: string;
  @FlagNumber({ doc: '1 enabled, 0 disabled.' }) status!: number;
}
class ChannelPage extends Page {
  @ListOf(() => Channel) channels!: Channel[];
}

const additive = { additive: true };

export const channel = resource('integration/channel', 'integration', {
  add: once(ChannelAdd, ChannelKey, 'Adds a sales channel.', { ...additive, concernsAll: true }),
  edit: write(ChannelEdit, ChannelKey, 'Changes a sales channel; absent fields stay as they are.', additive),
  delete: once(ChannelKey, ChannelKey, 'Deletes a sales channel that is in no channel group.', additive),
  get: read(ChannelGet, ChannelPage, 'Lists sales channels.'),
  importOrder: once(
    OrderImport,
    OrderImported,
    'Adds the order of a channel of any type, or changes it when it was imported before; ' +
      'the same content again changes nothing.',
    { additive: true, service: 'sales' },
  ),
});

export const channelChanged = fact('integration.channel', Channel);
