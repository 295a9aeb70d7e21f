import { type CallOf, stockPolicy } from '@stockbook/contracts';
import { Db, statement } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { keepPolicies } from './stock-policy.js';

const IS_KNOWN = statement(
  'is_policy_known',
  'SELECT FROM inventory.stock_policy WHERE account_id = $1 AND version >= $2',
);

@Controller()
export class StockPolicyHandlers {
  constructor(private readonly db: Db) {}

  @Handles(stockPolicy.apply)
  async apply(call: CallOf<typeof stockPolicy.apply>) {
    const { account_id, version } = call.input;
    // Most changes of settings leave the policy as it is and need not wait for the account's running stock movements.
    const [known] = await this.db.query(IS_KNOWN, [account_id, version]);
    if (known) return {};
    return this.db.transact(call, async (tx) => {
      await keepPolicies(tx, [call.input]);
      return {};
    });
  }
}
