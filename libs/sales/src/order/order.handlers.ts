import { type CallOf, type Order, order } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { deleteNamedOrders } from './edit/order-delete.js';
import { OrderEditing } from './edit/order-edit.js';
import { OrderList } from './list/order-list.js';
import { OrderSummaries } from './list/order-summary.js';
import { OrderAdding } from './place/order-add.js';

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
    return this.editing.edit(call, (edited) => ({ order: edited }));
  }

  @Handles(order.delete)
  delete(call: CallOf<typeof order.delete>) {
    return deleteNamedOrders(this.db, call);
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
