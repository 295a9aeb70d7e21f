import { type CallOf, stockSubscription } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { FactSubscriptions, Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';

const stockSubscriptions = new FactSubscriptions('inventory');

@Controller()
export class StockSubscriptionHandlers {
  constructor(private readonly db: Db) {}

  /** Each movement acknowledged after the answer publishes the stock that it has changed. */
  @Handles(stockSubscription.set)
  set(call: CallOf<typeof stockSubscription.set>) {
    return this.db.transact(call, async (tx) => {
      await stockSubscriptions.set(tx, call.input);
      return {};
    });
  }
}
