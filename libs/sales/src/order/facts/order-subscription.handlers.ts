import { type CallOf, orderSubscription } from '@stockbook/contracts';
import { Db, statement } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';

const WAIT = statement('wait_for_orders', 'SELECT pg_advisory_xact_lock(sales.subscription_lock($1))');
const SET = statement(
  'set_subscription',
  `INSERT INTO sales.subscribed_account AS known (account_id, is_subscribed, version) VALUES ($1, $2, $3)
   ON CONFLICT (account_id) DO UPDATE SET is_subscribed = excluded.is_subscribed, version = excluded.version
   WHERE known.version < excluded.version`,
);

@Controller()
export class OrderSubscriptionHandlers {
  constructor(private readonly db: Db) {}

  /** Waits for the orders that are being changed: each change acknowledged after the answer carries the whole order. */
  @Handles(orderSubscription.set)
  set(call: CallOf<typeof orderSubscription.set>) {
    return this.db.transact(call, async (tx) => {
      await tx.query(WAIT, [tx.account_id]);
      await tx.query(SET, [tx.account_id, call.input.is_subscribed, call.input.version]);
      return {};
    });
  }
}
