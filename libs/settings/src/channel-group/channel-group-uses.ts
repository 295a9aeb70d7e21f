import {
  type CallOf,
  type channelGroup,
  channelGroupReferrers,
  channelGroupTaxes,
  type Fault,
  ownCall,
  type ReferrersOfKind,
} from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import type { Services } from '@stockbook/rpc';
import { inUse, MOST_NAMED, type ReferrerRow, referrersByColumn, referrersOf } from '@stockbook/service';

const FIELD = 'channel_group_id';

const LIMITED = statement(
  'user_groups_limited_to_channel_group',
  `SELECT user_group_id AS id, name, count(*) OVER ()::int AS total FROM settings.user_group
   WHERE account_id = $1 AND permission -> 'channel_groups' @> to_jsonb($2::bigint) AND date_deleted IS NULL
   ORDER BY user_group_id LIMIT ${MOST_NAMED}`,
);

/** The records of other services in a channel group. */
export async function foreignFaults(services: Services, call: CallOf<typeof channelGroup.delete>): Promise<Fault[]> {
  const { channel_group_id } = call.input;
  const owners = [channelGroupReferrers.get, channelGroupTaxes.get];
  const answers = await Promise.all(owners.map((owner) => services.ask(owner, ownCall(call, { channel_group_id }))));
  return answers.flatMap(({ output }) => memberFaults(channel_group_id, output.kinds));
}

/** The records of settings in a channel group, and the user groups that are limited to it. */
export async function settingsFaults(tx: Tx, channel_group_id: number): Promise<Fault[]> {
  const { account_id } = tx;
  const members = await referrersByColumn(tx.manager, FIELD, { account_id, id: channel_group_id });
  const limited = referrersOf(await tx.query<ReferrerRow>(LIMITED, [account_id, channel_group_id]));
  return [
    ...memberFaults(channel_group_id, members),
    ...inUse(FIELD, `Channel group ${channel_group_id} still limits`, 'user group', limited),
  ];
}

const memberFaults = (channel_group_id: number, kinds: readonly ReferrersOfKind[]): Fault[] =>
  kinds.flatMap(({ kind, ...members }) =>
    inUse(FIELD, `Channel group ${channel_group_id} is still the channel group of`, kind, members),
  );
