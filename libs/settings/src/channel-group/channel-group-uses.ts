import { type CallOf, type channelGroup, channelGroupReferrers, type Fault, ownCall } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import type { Services } from '@stockbook/rpc';
import { inUse, MOST_NAMED, type ReferrerRow, referrersOf } from '@stockbook/service';

const FIELD = 'channel_group_id';
const OF = (channel_group_id: number) => `Channel group ${channel_group_id} is still the channel group of`;

const membersIn = (table: 'order_status' | 'payment_method') =>
  statement(
    `${table}_of_channel_group`,
    `SELECT ${table}_id AS id, name, count(*) OVER ()::int AS total FROM settings.${table}
     WHERE account_id = $1 AND channel_group_id = $2 AND date_deleted IS NULL ORDER BY ${table}_id LIMIT ${MOST_NAMED}`,
  );
const statuses = membersIn('order_status');
const methods = membersIn('payment_method');

const limited = statement(
  'user_groups_limited_to_channel_group',
  `SELECT user_group_id AS id, name, count(*) OVER ()::int AS total FROM settings.user_group
   WHERE account_id = $1 AND permission -> 'channel_groups' @> to_jsonb($2::bigint) AND date_deleted IS NULL
   ORDER BY user_group_id LIMIT ${MOST_NAMED}`,
);

/** The brands, items and suppliers of a channel group. */
export async function inventoryFaults(services: Services, call: CallOf<typeof channelGroup.delete>): Promise<Fault[]> {
  const { channel_group_id } = call.input;
  const { output } = await services.ask(channelGroupReferrers.get, ownCall(call, { channel_group_id }));
  return [
    ...inUse(FIELD, OF(channel_group_id), 'brand', output.brands),
    ...inUse(FIELD, OF(channel_group_id), 'item', output.items),
    ...inUse(FIELD, OF(channel_group_id), 'supplier', output.suppliers),
  ];
}

/** The order statuses and payment methods of a channel group, and the user groups that are limited to it. */
export async function settingsFaults(tx: Tx, channel_group_id: number): Promise<Fault[]> {
  const key = [tx.account_id, channel_group_id];
  const find = async (members: typeof statuses) => referrersOf(await tx.query<ReferrerRow>(members, key));
  const limits = `Channel group ${channel_group_id} still limits`;
  return [
    ...inUse(FIELD, OF(channel_group_id), 'order status', await find(statuses)),
    ...inUse(FIELD, OF(channel_group_id), 'payment method', await find(methods)),
    ...inUse(FIELD, limits, 'user group', await find(limited)),
  ];
}
