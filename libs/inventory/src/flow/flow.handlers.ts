import { type CallOf, flow, shownDate } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { BalanceList } from './balance-list.js';
import { FlowList } from './flow-list.js';
import { verifyFlow } from './flow-verification.js';

@Controller()
export class FlowHandlers {
  constructor(
    private readonly db: Db,
    private readonly list: FlowList,
    private readonly balances: BalanceList,
  ) {}

  @Handles(flow.get)
  async get(call: CallOf<typeof flow.get>) {
    const { rows, total, cut } = await this.list.page(call);
    return {
      total: await total(),
      ...cut,
      flows: rows.map((row) => ({ ...row, date_added: shownDate(row.date_added) })),
    };
  }

  @Handles(flow.getBalance)
  getBalance(call: CallOf<typeof flow.getBalance>) {
    return this.balances.page(call);
  }

  @Handles(flow.verify) verify({ caller, input }: CallOf<typeof flow.verify>) {
    return verifyFlow(this.db, caller.account_id, input.item_id);
  }
}
