import { type CallOf, type customer, Refused, rewardAdded } from '@stockbook/contracts';
import { claim, statement, type Tx } from '@stockbook/persistence';
import { actorOf, publishFact } from '@stockbook/service';
import { CustomerRow } from '../customer.entity.js';
import { holdCustomer } from '../order/order-customer.js';
import { type RewardRecord, toReward } from './customer-reward-list.js';

const add = statement(
  'add_customer_reward',
  `WITH changed AS (
     UPDATE sales.customer SET reward = $4, date_modified = greatest(date_modified, clock_timestamp())
     WHERE account_id = $1 AND customer_id = $2
   )
   INSERT INTO sales.customer_reward (account_id, customer_id, reward, balance, user_id, username, description)
   VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING *`,
);

export async function addReward(tx: Tx, call: CallOf<typeof customer.addReward>): Promise<{ reward: number }> {
  const { reward, description = '' } = call.input;
  const customer_id = await holdCustomer(tx, call.input.customer_id);
  const stored = await claim(tx, call.caller, CustomerRow, { customer_id });
  const balance = stored.reward + reward;
  checkPoints(stored, reward);
  const { user_id, username } = call.caller;
  const values = [tx.account_id, customer_id, reward, balance, user_id, username, description];
  const [row] = await tx.query<RewardRecord>(add, values);
  if (!row) throw new Error(`The locked customer ${customer_id} is gone.`);
  const id = row.customer_reward_id;
  publishFact(tx, rewardAdded, { id, sequence: 1, change: 'added', actor: actorOf(call), after: toReward(row) });
  return { reward: balance };
}

function checkPoints({ customer_id, reward: available }: CustomerRow, reward: number): void {
  if (!reward) throw new Refused({ code: 'invalid', field: 'reward', message: 'reward must not be 0.' });
  if (available + reward < 0) {
    const message = `Customer ${customer_id} has ${available} reward points, which is less than ${-reward}.`;
    throw new Refused({ code: 'insufficient_reward', field: 'reward', message });
  }
}
