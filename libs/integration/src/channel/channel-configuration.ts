import { type Call, Id, One, parse, Refused } from '@stockbook/contracts';
import type { Services } from '@stockbook/rpc';
import { locationFaults } from '@stockbook/service';
import type { Configuration } from '../configuration.js';

class ChannelConfiguration {
  @Id({ optional: true }) location_id?: number;
}
class Configured {
  @One(() => ChannelConfiguration) configuration!: ChannelConfiguration;
}

/** Refuses wrong known fields: `configuration.location_id must be an integer of at least 0.` */
export async function channelConfiguration(services: Services, call: Call, configuration: Configuration) {
  const known = parse(Configured, { configuration }, call.caller).configuration;
  Refused.ifAny(await locationFaults(services, call, 'configuration.location_id', known.location_id));
  return { ...configuration, ...known };
}
