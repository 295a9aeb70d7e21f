import { type CallOf, flow, shownDate } from '@stockbook/contracts';
import { Db, LongList } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { BALANCE_LIST, balanceConditions, readBalances, type StockPlace } from './balance-list.js';
import { FLOW_LIST, flowConditions, type FlowSort, type ListedFlow } from './flow-list.js';
import { verifyFlow } from './flow-verification.js';

@Controller()
export class FlowHandlers {
  private readonly list: LongList<ListedFlow, FlowSort>;
  private readonly balances: LongList<StockPlace, 'item_id'>;

  constructor(private readonly db: Db) {
    this.list = new LongList(db, FLOW_LIST);
    this.balances = new LongList(db, BALANCE_LIST);
  }

  @Handles(flow.get)
  async get(call: CallOf<typeof flow.get>) {
    const { rows, total, cut } = await this.list.page(flowConditions(call), call.input);
    return {
      total: await total(),
      ...cut,
      flows: rows.map((row) => ({ ...row, date_added: shownDate(row.date_added) })),
    };
  }

  @Handles(flow.getBalance)
  async getBalance(call: CallOf<typeof flow.getBalance>) {
    const { caller, input } = call;
    const { rows, total, cut } = await this.balances.page(balanceConditions(call), { ...input, sort: 'item_id' });
    const keys = [rows.map(({ item_id }) => item_id), rows.map(({ location_id }) => location_id)];
    const [balances, all] = await Promise.all([readBalances(this.db, caller.account_id, ...keys, input.date), total()]);
    return { total: all, ...cut, balances };
  }

  @Handles(flow.verify) verify({ caller, input }: CallOf<typeof flow.verify>) {
    return verifyFlow(this.db, caller.account_id, input.item_id);
  }
}
