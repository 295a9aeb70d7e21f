import { type CallOf, flow, shownDate } from '@stockbook/contracts';
import { Db, LongList } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { FLOW_LIST, flowConditions, type FlowSort, type ListedFlow } from './flow-list.js';
import { verifyFlow } from './flow-verification.js';

@Controller()
export class FlowHandlers {
  private readonly list: LongList<ListedFlow, FlowSort>;

  constructor(private readonly db: Db) {
    this.list = new LongList(db, FLOW_LIST);
  }

  @Handles(flow.get)
  async get(call: CallOf<typeof flow.get>) {
    const { rows, total } = await this.list.page(flowConditions(call), call.input);
    return { total: await total(), flows: rows.map((row) => ({ ...row, date_added: shownDate(row.date_added) })) };
  }

  @Handles(flow.verify) verify({ caller, input }: CallOf<typeof flow.verify>) {
    return verifyFlow(this.db, caller.account_id, input.item_id);
  }
}
