import { type CallOf, type customer, noRecord, Refused, type Reward, shownDate } from '@stockbook/contracts';
import { behind, countedTotal, type Db, fittingPage, startOf, statement } from '@stockbook/persistence';
import type { CustomerRewardRow } from './customer-reward.entity.js';

export type RewardRecord = Pick<CustomerRewardRow, keyof CustomerRewardRow>;

/** It is no `LongList`: with one filter and one sort, two prepared statements are enough. */
const OF_CUSTOMER = `FROM sales.customer_reward
   WHERE account_id = $1 AND customer_id = $2 AND ($3::timestamptz IS NULL OR date_added > $3)`;
const pageOf = (direction: 'ASC' | 'DESC') =>
  statement(
    `customer_rewards_${direction}`,
    `SELECT * ${OF_CUSTOMER} AND customer_reward_id ${behind({ order: direction }, '$4')}
     ORDER BY customer_reward_id ${direction} LIMIT $5 OFFSET $6`,
  );
const pages = { ASC: pageOf('ASC'), DESC: pageOf('DESC') };
const count = statement('count_customer_rewards', `SELECT count(*) AS total ${OF_CUSTOMER}`);

const balanceOf = statement(
  'reward_of_customer',
  `SELECT customer_id, reward FROM sales.customer
   WHERE account_id = $1 AND customer_id = sales.merged_customer($1, $2) AND date_deleted IS NULL`,
);

export async function rewardPage(db: Db, { caller, input }: CallOf<typeof customer.getReward>) {
  const { account_id } = caller;
  const [found] = await db.query<{ customer_id: number; reward: number }>(balanceOf, [account_id, input.customer_id]);
  if (!found) throw new Refused(noRecord('customer', input.customer_id));
  const key = [account_id, found.customer_id, input.filter_date_added || null];
  const page = pages[input.order ?? 'DESC'];
  const [{ rows, cut }, total] = await Promise.all([
    fittingPage<RewardRecord>(db, page, [...key, startOf(input)], ['username', 'description'], input),
    countedTotal(db, count, key, input),
  ]);
  return { reward: found.reward, total, ...cut, rewards: rows.map(toReward) };
}

export const toReward = (row: RewardRecord): Reward => ({
  customer_reward_id: row.customer_reward_id,
  customer_id: row.customer_id,
  reward: row.reward,
  balance: row.balance,
  description: row.description,
  user_id: row.user_id,
  user: row.username,
  date_added: shownDate(row.date_added),
});
