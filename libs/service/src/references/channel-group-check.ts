import { type Caller, noReference, Refused, type SettingsReference } from '@stockbook/contracts';
import { placementFaults } from '@stockbook/persistence';
import type { ReferenceCache } from './reference-cache.js';

export async function checkChannelGroup(
  settings: ReferenceCache<SettingsReference>,
  caller: Caller,
  wanted: number,
): Promise<void> {
  Refused.ifAny(placementFaults(caller, wanted));
  if (!wanted) return;
  await settings.apply(caller.account_id, ({ channel_group_ids }) => {
    if (!channel_group_ids.includes(wanted))
      throw new Refused(noReference('channel_group_id', 'channel group', wanted));
  });
}
