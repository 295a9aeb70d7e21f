import { type CallOf, orderSubscription } from '@stockbook/contracts';
import { Db, statement } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';

const WAIT = statement('wait_for_orders', 'SELECT pg_advisory_xact_lock(sales.subscription_lock($1))');
const SUBSCRIBE = statement(
  'subscribe_account',
  'INSERT INTO sales.subscribed_account (account_id) VALUES ($1) ON CONFLICT DO NOTHING',
);
const UNSUBSCRIBE = statement('unsubscribe_account', 'DELETE FROM sales.subscribed_account WHERE account_id = $1');

@Controller()
export class OrderSubscriptionHandlers {
  constructor(private readonly db: Db) {}

  /** Waits for the orders that are being changed: each change acknowledged after the answer carries the whole order. */
  @Handles(orderSubscription.set)
  set(call: CallOf<typeof orderSubscription.set>) {
    return this.db.transact(call, async (tx) => {
      await tx.query(WAIT, [tx.account_id]);
      await tx.query(call.input.is_subscribed ? SUBSCRIBE : UNSUBSCRIBE, [tx.account_id]);
      return {};
    });
  }
}
