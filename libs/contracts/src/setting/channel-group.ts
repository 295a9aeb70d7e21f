import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { Flag, Id, Ids, ListOf, Name, OneOf, Text, When } from '../fields/fields.js';

class ChannelGroupKey {
  @Id() channel_group_id!: number;
}
class ChannelGroupAdd {
  @Name() name!: string;
  @Ids({ optional: true, doc: 'Ids of channels.' }) channels?: number[];
}
class ChannelGroupEdit {
  @Id() channel_group_id!: number;
  @Name({ optional: true }) name?: string;
  @Ids({ optional: true, doc: 'Ids of channels; replaces the list.' }) channels?: number[];
}
class ChannelGroupGet extends RecordPageRequest {
  @Id({ optional: true }) channel_group_id?: number;
  @Text({ optional: true }) filter_name?: string;
  @When({ optional: true }) filter_date_modified?: string;
  @Flag({ optional: true }) filter_deleted?: boolean;
  @OneOf(['name', 'date_modified'], { optional: true }) sort?: 'name' | 'date_modified';
}
export class ChannelGroup extends ChannelGroupKey {
  @Text() name!: string;
  @Ids({ doc: 'Ids of channels.' }) channels!: number[];
  @When() date_modified!: string;
  @Flag({ optional: true }) deleted?: boolean;
}
class ChannelGroupPage extends Page {
  @ListOf(() => ChannelGroup) channel_groups!: ChannelGroup[];
}

export const channelGroup = resource(
  'setting/channel_group',
  'settings',
  {
    add: once(ChannelGroupAdd, ChannelGroupKey, 'Adds a channel group.'),
    edit: write(ChannelGroupEdit, ChannelGroupKey, 'Changes a channel group; absent fields stay as they are.'),
    delete: once(
      ChannelGroupKey,
      ChannelGroupKey,
      'Deletes a channel group that no record is in and that limits no user group.',
    ),
    get: read(ChannelGroupGet, ChannelGroupPage, 'Lists channel groups.'),
  },
  { concernsAll: true },
);

export const channelGroupChanged = fact('setting.channel_group', ChannelGroup);
