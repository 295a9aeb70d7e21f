import { type CallOf, noRecord, order, Refused } from '@stockbook/contracts';
import { Db, maySee } from '@stockbook/persistence';
import { Handles, writeNamed } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { historyPage } from '../../document/history.js';
import { readOrders } from '../record/order-records.js';
import { OrderHistoryAdding } from './order-history-add.js';

@Controller()
export class OrderHistoryHandlers {
  constructor(
    private readonly db: Db,
    private readonly adding: OrderHistoryAdding,
  ) {}

  @Handles(order.addHistory)
  async addHistory(call: CallOf<typeof order.addHistory>): Promise<object> {
    const { order_status_id = 0, comment = '' } = call.input;
    if (!order_status_id && !comment)
      throw new Refused({ code: 'invalid', field: 'comment', message: 'order_status_id or comment is required.' });
    return writeNamed(this.db, call, 'order_id', (each) => this.adding.add(each));
  }

  @Handles(order.getHistory)
  async getHistory({ caller, input }: CallOf<typeof order.getHistory>) {
    const { order_id, filter_deleted } = input;
    const [[found], { page, entries }] = await Promise.all([
      readOrders(this.db, caller.account_id, [order_id]),
      historyPage(this.db, 'order', caller.account_id, order_id, input),
    ]);
    if (!found || !maySee(caller, found) || (found.date_deleted && !filter_deleted))
      throw new Refused(noRecord('order', order_id));
    const histories = entries.map(({ id, status, status_id, ...entry }) => {
      return { order_history_id: id, order_status: status, order_status_id: status_id, ...entry };
    });
    return { order_id, order_status_id: found.order_status_id, ...page, histories };
  }
}
