import {
  type CallOf,
  type channelGroup,
  channelGroupReferrers,
  channelGroupTaxes,
  type Fault,
  ownCall,
} from '@stockbook/contracts';
import type { Services } from '@stockbook/rpc';
import { inUse, OF_CHANNEL_GROUP } from '@stockbook/service';

export async function foreignFaults(services: Services, call: CallOf<typeof channelGroup.delete>): Promise<Fault[]> {
  const { channel_group_id } = call.input;
  const owners = [channelGroupReferrers.get, channelGroupTaxes.get];
  const answers = await Promise.all(owners.map((owner) => services.ask(owner, ownCall(call, { channel_group_id }))));
  const beginning = `Channel group ${channel_group_id} ${OF_CHANNEL_GROUP.refusal}`;
  const kinds = answers.flatMap(({ output }) => output.kinds);
  return kinds.flatMap(({ kind, ...members }) => inUse('channel_group_id', beginning, kind, members));
}
