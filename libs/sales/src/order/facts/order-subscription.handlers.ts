import { type CallOf, orderSubscription } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { orderSubscriptions } from './order-facts.js';

@Controller()
export class OrderSubscriptionHandlers {
  constructor(private readonly db: Db) {}

  /** Each change acknowledged after the answer carries the whole order. */
  @Handles(orderSubscription.set)
  set(call: CallOf<typeof orderSubscription.set>) {
    return this.db.transact(call, async (tx) => {
      await orderSubscriptions.set(tx, call.input);
      return {};
    });
  }
}
