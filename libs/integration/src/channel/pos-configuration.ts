import { Id, One, parse, type Reader } from '@stockbook/contracts';

class PosConfiguration {
  @Id({ optional: true }) location_id?: number;
}
class PosChannel {
  @One(() => PosConfiguration) configuration!: PosConfiguration;
}

/** A pos channel's configuration with its known fields read, or a refusal: `configuration.location_id must be an integer of at least 0.` */
export const posConfiguration = <C extends object>(configuration: C, reader: Reader): C & PosConfiguration => ({
  ...configuration,
  ...parse(PosChannel, { configuration }, reader).configuration,
});
