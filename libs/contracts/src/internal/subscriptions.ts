import { Done } from '../common.js';
import { internalResource, write } from '../contract.js';
import { Flag, Id } from '../fields/fields.js';

class Subscription {
  @Flag() is_subscribed!: boolean;
  @Id({ doc: 'Rises with each change; an older one that arrives late changes nothing.' }) version!: number;
}

/** Integration notifies sales before it acknowledges the first endpoint of an account, and after the last has gone. */
export const orderSubscription = internalResource('internal/order_subscription', 'sales', ['integration'], {
  set: write(Subscription, Done, "Sets whether the facts of the account's orders carry the whole order."),
});

/** Integration calls this before it acknowledges an endpoint, and after the last one has gone. */
export const stockSubscription = internalResource('internal/stock_subscription', 'inventory', ['integration'], {
  set: write(Subscription, Done, "Sets whether changes of the account's stock are facts."),
});
