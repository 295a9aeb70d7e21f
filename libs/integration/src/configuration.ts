import { type ConfiguredResource, type Fault, Refused } from '@stockbook/contracts';
import type { ConfigurationColumns, Configurations, Configured } from '@stockbook/service';

export type Configuration = Record<string, unknown>;

export const integrationConfigurations: Readonly<Record<string, ConfiguredResource>> = {
  channel: 'integration/channel',
  profile: 'integration/profile',
  extension: 'integration/extension',
  invoice_template: 'extension/module/invoice',
};

/** Returns the columns of a configuration, or a refusal of the masks that stand for no secret. */
export function configurationColumns(
  configurations: Configurations,
  given: Configuration,
  record: Configured,
): ConfigurationColumns {
  const faults: Fault[] = [];
  const columns = configurations.columns(given, record, faults);
  Refused.ifAny(faults);
  return columns;
}
