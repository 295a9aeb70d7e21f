import { type CallOf, customer } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { addReward } from './customer-reward-add.js';
import { rewardPage } from './customer-reward-list.js';

/** Reward points: each transaction is a row, and the customer has the balance. */
@Controller()
export class CustomerRewardHandlers {
  constructor(private readonly db: Db) {}

  @Handles(customer.getReward)
  getReward(call: CallOf<typeof customer.getReward>) {
    return rewardPage(this.db, call);
  }

  @Handles(customer.addReward)
  addReward(call: CallOf<typeof customer.addReward>) {
    return this.db.transact(call, (tx) => addReward(tx, call));
  }
}
