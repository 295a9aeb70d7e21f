import { Done } from '../common.js';
import { internalResource, write } from '../contract.js';
import { Id, When } from '../fields/fields.js';

class ChannelActive {
  @Id() channel_id!: number;
  @When() date_active!: string;
}

/** Sales reports to integration that a channel is in use. */
export const channelActivity = internalResource('internal/channel_activity', 'integration', ['sales'], {
  note: write(ChannelActive, Done, 'Notes when a channel was last active.'),
});
