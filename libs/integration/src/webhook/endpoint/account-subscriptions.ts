import {
  ownCall,
  type Call,
  orderSubscription,
  stockChangeSubscriptions,
  stockSubscription,
} from '@stockbook/contracts';
import { type Db, statement, type Tx } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import type { Job } from '@stockbook/service';
import { Injectable } from '@nestjs/common';

const ANSWER_MS = 5_000;

const SUBSCRIBE = statement(
  'subscribe_account',
  `INSERT INTO integration.webhook_account AS known (account_id, domain) VALUES ($1, $2)
   ON CONFLICT (account_id) DO UPDATE SET domain = excluded.domain, is_subscribed = true, subscribed_at = now(),
     subscription = known.subscription + CASE WHEN known.is_subscribed THEN 0 ELSE 1 END
   RETURNING subscription`,
);
const CURRENT = statement(
  'current_subscription',
  'SELECT subscription, is_subscribed FROM integration.webhook_account WHERE account_id = $1 FOR UPDATE',
);
interface Current {
  readonly subscription: number;
  readonly is_subscribed: boolean;
}
const UNSUBSCRIBE = statement(
  'unsubscribe_accounts',
  `UPDATE integration.webhook_account account
     SET is_subscribed = false, is_confirmed = false, subscription = subscription + 1
   WHERE is_subscribed AND NOT EXISTS (
     SELECT FROM integration.webhook WHERE webhook.account_id = account.account_id
       AND (date_deleted IS NULL OR date_deleted > now() - interval '1 minute')
   ) AND (account.subscribed_at < now() - interval '1 minute')`,
);
/** Accounts whose unsubscription a service may not know yet. */
const UNCONFIRMED = statement(
  'unconfirmed_accounts',
  'SELECT account_id, subscription FROM integration.webhook_account WHERE NOT is_subscribed AND NOT is_confirmed',
);
const CONFIRM = statement(
  'confirm_unsubscription',
  `UPDATE integration.webhook_account SET is_confirmed = true
   WHERE account_id = $1 AND subscription = $2 AND NOT is_subscribed`,
);

/**
 * Notifies sales whether the orders of an account are published whole, and inventory whether changes of its stock are
 * published. Each change has a number, and both services go by the highest one. So an endpoint that is added while the
 * account is being unsubscribed gets every event all the same.
 */
@Injectable()
export class AccountSubscriptions implements Job {
  constructor(private readonly services: Services) {}

  /** Resolves with the number to `confirm` when all that the endpoint may get is published. */
  async subscribe(db: Db, call: Call, domain: string, events: readonly string[]): Promise<number> {
    const { account_id } = call.caller;
    const version = await db.transactFor([account_id], async (tx) => {
      const [row] = await tx.query<{ subscription: number }>(SUBSCRIBE, [account_id, domain]);
      return row?.subscription ?? 0;
    });
    await this.services.ask(orderSubscription.set, ownCall(call, { is_subscribed: true, version }));
    await this.subscribeToStock(call, version, events);
    return version;
  }

  /** An account that loses its last endpoint meanwhile has a higher number then. */
  async extend(db: Db, call: Call, events: readonly string[]): Promise<void> {
    const { account_id } = call.caller;
    const [row] = await db.transactFor([account_id], (tx) => tx.query<Current>(CURRENT, [account_id]));
    if (row?.is_subscribed) await this.subscribeToStock(call, row.subscription, events);
  }

  private async subscribeToStock(call: Call, version: number, events: readonly string[]): Promise<void> {
    if (!events.some((name) => stockChangeSubscriptions.has(name))) return;
    await this.services.ask(stockSubscription.set, ownCall(call, { is_subscribed: true, version }));
  }

  /** Tells in the transaction that adds the endpoint whether the subscription is still the confirmed one. */
  async confirm(tx: Tx, version: number): Promise<boolean> {
    const [row] = await tx.query<Current>(CURRENT, [tx.account_id]);
    return row?.is_subscribed === true && row.subscription === version;
  }

  /** Waits until the fan-out has committed: under this lock it reads the endpoints and stores their deliveries. */
  async lock(tx: Tx): Promise<void> {
    await tx.query<Current>(CURRENT, [tx.account_id]);
  }

  /** Unsubscribes the accounts whose last endpoint was deleted, until both services have confirmed it. */
  async run(db: Db): Promise<boolean> {
    await db.query(UNSUBSCRIBE, []);
    const gone = await db.query<{ account_id: number; subscription: number }>(UNCONFIRMED, []);
    for (const { account_id, subscription } of gone) {
      const input = { is_subscribed: false, version: subscription };
      await Promise.all([
        this.services.askFor(account_id, orderSubscription.set, input, ANSWER_MS),
        this.services.askFor(account_id, stockSubscription.set, input, ANSWER_MS),
      ]);
      await db.query(CONFIRM, [account_id, subscription]);
    }
    return false;
  }
}
