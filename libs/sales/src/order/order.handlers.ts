import { type CallOf, type Order, order, Refused } from '@stockbook/contracts';
import { publishAll } from '@stockbook/messaging';
import { Db, groupBy } from '@stockbook/persistence';
import { actorOf, Handles, namedIds } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { creditNoteUses } from './credit/order-credits.js';
import { OrderEditing } from './edit/order-edit.js';
import { changeRow, orderSubscriptions } from './facts/order-facts.js';
import { OrderList } from './list/order-list.js';
import { OrderSummaries } from './list/order-summary.js';
import { OrderAdding } from './place/order-add.js';
import { promotionRows } from './promotion/order-promotions.js';
import { lockFaults } from './record/editing-lock.js';
import { readLines } from './record/order-records.js';
import { claimOrders } from './record/order-visibility.js';
import { deleteOrders, recordHistory } from './record/order-writes.js';

@Controller()
export class OrderHandlers {
  constructor(
    private readonly db: Db,
    private readonly adding: OrderAdding,
    private readonly editing: OrderEditing,
    private readonly list: OrderList,
    private readonly summaries: OrderSummaries,
  ) {}

  @Handles(order.add, { sharesConnections: true })
  add(call: CallOf<typeof order.add>): Promise<{ order: Order }> {
    return this.adding.add(call);
  }

  @Handles(order.edit)
  edit(call: CallOf<typeof order.edit>): Promise<{ order: Order }> {
    return this.editing.edit(call, (order) => ({ order }));
  }

  @Handles(order.delete)
  delete(call: CallOf<typeof order.delete>): Promise<{ order_id?: number; order_ids?: number[] }> {
    const { caller, input } = call;
    const ids = namedIds('order_id', input);
    return this.db.transact(call, async (tx) => {
      const [is_subscribed, claimed, uses] = await Promise.all([
        orderSubscriptions.has(tx),
        claimOrders(tx, caller, ids),
        creditNoteUses(tx, ids),
      ]);
      Refused.ifAny([...claimed.flatMap(lockFaults), ...uses]);
      const deleted = await deleteOrders(tx, claimed);
      const lines = groupBy(await readLines(tx, caller.account_id, ids), ({ order_id }) => order_id);
      await recordHistory(tx, deleted, caller, 'Deleted.');
      const changes = deleted.map((order) => {
        const after = { order, lines: lines.get(order.order_id) ?? [] };
        return changeRow({ change: 'deleted', actor: actorOf(call), after }, is_subscribed);
      });
      const former = new Map(claimed.map((order) => [order.order_id, order]));
      publishAll(tx, [...changes, ...deleted.flatMap((order) => promotionRows(former.get(order.order_id), order))]);
      return input.batch_id?.length ? { order_ids: ids } : { order_id: input.order_id };
    });
  }

  @Handles(order.get)
  get(call: CallOf<typeof order.get>) {
    return this.list.page(call);
  }

  @Handles(order.getSummary)
  getSummary(call: CallOf<typeof order.getSummary>) {
    return this.summaries.page(call);
  }
}
