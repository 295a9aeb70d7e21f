import { Done } from '../common.js';
import { resource, write } from '../contract.js';
import { Flag, Id } from '../fields/fields.js';

class OrderSubscription {
  @Flag() is_subscribed!: boolean;
  @Id({ doc: 'Rises with each change; an older one that arrives late changes nothing.' }) version!: number;
}

/** Integration tells sales before it acknowledges the first subscription to an account's orders, and after the last has gone. */
export const orderSubscription = resource('internal/order_subscription', 'sales', {
  set: write(OrderSubscription, Done, "Sets whether the facts of the account's orders carry the whole order."),
});
