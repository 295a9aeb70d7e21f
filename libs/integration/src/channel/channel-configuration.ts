import { Id, One, parse, type Reader } from '@stockbook/contracts';

class ChannelConfiguration {
  @Id({ optional: true }) location_id?: number;
}
class Configured {
  @One(() => ChannelConfiguration) configuration!: ChannelConfiguration;
}

/** A channel's configuration with its known fields read, or a refusal: `configuration.location_id must be an integer of at least 0.` */
export const channelConfiguration = <C extends object>(configuration: C, reader: Reader): C & ChannelConfiguration => ({
  ...configuration,
  ...parse(Configured, { configuration }, reader).configuration,
});
