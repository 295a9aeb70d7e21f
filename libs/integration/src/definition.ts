import { channel } from '@stockbook/contracts';
import type { ServiceDefinition } from '@stockbook/service';
import { ChannelRow } from './channel/channel.entity.js';
import { ChannelModule } from './channel/channel.module.js';
import { Initial1764000000000 } from './migrations/0001-initial.js';

/** The integration service: the sales channels of an account. */
export const integrationService: ServiceDefinition = {
  name: 'integration',
  rows: [ChannelRow],
  migrations: [Initial1764000000000],
  modules: [ChannelModule],
  cached: [channel],
};
