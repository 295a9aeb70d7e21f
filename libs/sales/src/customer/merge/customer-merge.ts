import { type CallOf, type customer, noRecord, noReference, Refused } from '@stockbook/contracts';
import { selectionOf, statement, type Tx } from '@stockbook/persistence';
import { actorOf } from '@stockbook/service';
import { changeCustomer } from '../customer-changes.js';
import { CustomerRow } from '../customer.entity.js';

type Merge = CallOf<typeof customer.merge>;

const waitForOrders = statement(
  'wait_for_orders_of_customer',
  'SELECT pg_advisory_xact_lock(sales.customer_lock($1, $2))',
);
const lockBoth = statement(
  'lock_merged_customers',
  `SELECT ${selectionOf(CustomerRow)} FROM sales.customer
   WHERE account_id = $1 AND customer_id = ANY ($2) AND date_deleted IS NULL ORDER BY customer_id FOR UPDATE`,
);
/** The balances of both run on as one: each transaction by the sum of all before it. */
const moveRewards = statement(
  'move_rewards',
  `UPDATE sales.customer_reward moved SET customer_id = $2, balance = summed.balance
   FROM (
     SELECT customer_id, customer_reward_id, sum(reward) OVER (ORDER BY customer_reward_id) AS balance
     FROM sales.customer_reward
     WHERE account_id = $1 AND customer_id IN ($2, $3)
   ) summed
   WHERE moved.account_id = $1 AND moved.customer_id = summed.customer_id
     AND moved.customer_reward_id = summed.customer_reward_id`,
);
/** Redirects customers that were merged into the one that goes now: each id stands for the last one at once. */
const moveMerged = statement(
  'move_merged_customers',
  'UPDATE sales.customer SET merged_into = $2 WHERE account_id = $1 AND merged_into = $3',
);

/** `RecordMoves` moves the records, also those of customers that were merged into this one. */
const moveRecords = statement(
  'move_records_of_customer',
  `WITH redirected AS (
     UPDATE sales.customer_merge SET merged_into = $2 WHERE account_id = $1 AND merged_into = $3
   )
   INSERT INTO sales.customer_merge (account_id, customer_id, merged_into, actor) VALUES ($1, $3, $2, $4)`,
);

/** Later orders that name the deleted customer are placed for the other one. */
export async function mergeCustomers(tx: Tx, call: Merge): Promise<{ customer_id: number }> {
  const { customer_id, merge_customer_id } = call.input;
  if (customer_id === merge_customer_id) throw new Refused(sameCustomer(customer_id));
  await tx.query(waitForOrders, [tx.account_id, merge_customer_id]);
  const { stays, goes } = await claimBoth(tx, call.input);
  const keys = [tx.account_id, customer_id, merge_customer_id];
  await tx.query(moveRecords, [...keys, JSON.stringify(actorOf(call))]);
  await tx.query(moveRewards, keys);
  await tx.query(moveMerged, keys);
  await changeCustomer(tx, call, goes, 'deleted', {
    date_deleted: () => 'now()',
    merged_into: customer_id,
    reward: 0,
  });
  await changeCustomer(tx, call, stays, 'merged', { reward: stays.reward + goes.reward });
  return { customer_id };
}

async function claimBoth(tx: Tx, { customer_id, merge_customer_id }: Merge['input']) {
  const rows = await tx.query<CustomerRow>(lockBoth, [tx.account_id, [customer_id, merge_customer_id]]);
  const [stays, goes] = [customer_id, merge_customer_id].map((id) => rows.find((row) => row.customer_id === id));
  if (stays && goes) return { stays, goes };
  const faults = [
    ...(stays ? [] : [noRecord('customer', customer_id)]),
    ...(goes ? [] : [noReference('merge_customer_id', 'customer', merge_customer_id)]),
  ];
  Refused.ifAny(faults);
  throw new Error('A customer is neither there nor missing.');
}

const sameCustomer = (customer_id: number) =>
  ({
    code: 'invalid',
    field: 'merge_customer_id',
    message: `merge_customer_id must be another customer than customer_id ${customer_id}.`,
  }) as const;
