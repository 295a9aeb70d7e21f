import { type CallOf, customer, noRecord, Refused, type Reward, rewardAdded, shownDate } from '@stockbook/contracts';
import { behind, claim, countedTotal, Db, fittingPage, startOf, statement } from '@stockbook/persistence';
import { actorOf, Handles, publishFact } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import type { CustomerRewardRow } from './customer-reward.entity.js';
import { CustomerRow } from '../customer.entity.js';
import { holdCustomer } from '../order/order-customer.js';

type Get = CallOf<typeof customer.getReward>;
type RewardRecord = Pick<CustomerRewardRow, keyof CustomerRewardRow>;

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
const addReward = statement(
  'add_customer_reward',
  `WITH changed AS (
     UPDATE sales.customer SET reward = $4, date_modified = greatest(date_modified, clock_timestamp())
     WHERE account_id = $1 AND customer_id = $2
   )
   INSERT INTO sales.customer_reward (account_id, customer_id, reward, balance, user_id, username, description)
   VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING *`,
);

/** Reward points: each transaction is a row, and the customer has the balance. */
@Controller()
export class CustomerRewardHandlers {
  constructor(private readonly db: Db) {}

  @Handles(customer.getReward)
  async getReward({ caller, input }: Get) {
    const { account_id } = caller;
    const [found] = await this.db.query<{ customer_id: number; reward: number }>(balanceOf, [
      account_id,
      input.customer_id,
    ]);
    if (!found) throw new Refused(noRecord('customer', input.customer_id));
    const key = [account_id, found.customer_id, input.filter_date_added || null];
    const page = pages[input.order ?? 'DESC'];
    const [{ rows, cut }, total] = await Promise.all([
      fittingPage<RewardRecord>(this.db, page, [...key, startOf(input)], ['username', 'description'], input),
      countedTotal(this.db, count, key, input),
    ]);
    return { reward: found.reward, total, ...cut, rewards: rows.map(toReward) };
  }

  @Handles(customer.addReward)
  addReward(call: CallOf<typeof customer.addReward>) {
    const { reward, description = '' } = call.input;
    return this.db.transact(call, async (tx) => {
      const customer_id = await holdCustomer(tx, call.input.customer_id);
      const stored = await claim(tx, call.caller, CustomerRow, { customer_id });
      const balance = stored.reward + reward;
      checkPoints(stored, reward);
      const { user_id, username } = call.caller;
      const values = [tx.account_id, customer_id, reward, balance, user_id, username, description];
      const [row] = await tx.query<RewardRecord>(addReward, values);
      if (!row) throw new Error(`The locked customer ${customer_id} is gone.`);
      const id = row.customer_reward_id;
      publishFact(tx, rewardAdded, { id, sequence: 1, change: 'added', actor: actorOf(call), after: toReward(row) });
      return { reward: balance };
    });
  }
}

function checkPoints({ customer_id, reward: available }: CustomerRow, reward: number): void {
  if (!reward) throw new Refused({ code: 'invalid', field: 'reward', message: 'reward must not be 0.' });
  if (available + reward < 0) {
    const message = `Customer ${customer_id} has ${available} reward points, which is less than ${-reward}.`;
    throw new Refused({ code: 'insufficient_reward', field: 'reward', message });
  }
}

const toReward = (row: RewardRecord): Reward => ({
  customer_reward_id: row.customer_reward_id,
  customer_id: row.customer_id,
  reward: row.reward,
  balance: row.balance,
  description: row.description,
  user_id: row.user_id,
  user: row.username,
  date_added: shownDate(row.date_added),
});
