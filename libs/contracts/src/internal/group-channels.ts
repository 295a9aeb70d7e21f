import { Done } from '../common.js';
import { internalResource, read, write } from '../contract.js';
import { Id, Ids, Int, ListOf, When } from '../fields/fields.js';

class ChannelGroupsNamed {
  @Ids() channel_group_ids!: number[];
}
/** The channels of a channel group at one of its versions; a deleted group has none. */
export class GroupChannels {
  @Id() channel_group_id!: number;
  @Ids() channels!: number[];
  @Int({ min: 1 }) version!: number;
  @When() date_modified!: string;
}
class GroupsChannels {
  @ListOf(() => GroupChannels) groups!: GroupChannels[];
}
/** Integration looks this up before it limits an endpoint of webhooks to channel groups. */
export const channelsOfGroups = internalResource('internal/channels_of_groups', 'settings', ['integration'], {
  get: read(ChannelGroupsNamed, GroupsChannels, 'Finds the channels of channel groups.'),
});

/** Settings calls this before it acknowledges a change of a channel group. */
export const groupChannels = internalResource('internal/group_channels', 'integration', ['settings'], {
  apply: write(GroupsChannels, Done, 'Applies the channels of all channel groups of an account.'),
});
