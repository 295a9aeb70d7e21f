import { type Fault, Refused } from '@stockbook/contracts';
import { unmasked } from '@stockbook/service';

export type Configuration = Record<string, unknown>;

/** The configuration to store, or a refusal of the masks that stand for no secret. */
export function withSecrets(given: Configuration, stored: Configuration): Configuration {
  const faults: Fault[] = [];
  const configuration = unmasked(given, stored, faults);
  Refused.ifAny(faults);
  return configuration;
}
