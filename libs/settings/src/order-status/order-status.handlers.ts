import {
  type CallOf,
  isUnanswered,
  order,
  orderStatus,
  OrderStatus,
  orderStatusChanged,
  readFor,
  Refused,
} from '@stockbook/contracts';
import { claim, Db } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { Handles, PlainRecords, showAs } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { groupFaults } from '../channel-group/group-scope.js';
import { text } from '../text.js';
import { OrderStatusRow } from './order-status.entity.js';

/** Sales must answer within this time while a client waits. */
const ANSWER_MS = 1_500;

type Edit = CallOf<typeof orderStatus.edit>;

@Controller()
export class OrderStatusHandlers {
  private readonly statuses: PlainRecords<OrderStatusRow, 'order_status_id', OrderStatus>;

  constructor(
    private readonly db: Db,
    private readonly services: Services,
  ) {
    this.statuses = new PlainRecords(db, OrderStatusRow, 'order_status_id', orderStatusChanged, showAs(OrderStatus));
  }

  @Handles(orderStatus.add)
  add(call: CallOf<typeof orderStatus.add>) {
    return this.db.transact(call, async (tx) => {
      Refused.ifAny(await groupFaults(tx, call.caller, call.input.channel_group_id ?? 0));
      return this.statuses.insert(tx, call);
    });
  }

  @Handles(orderStatus.edit)
  async edit(call: Edit) {
    const { caller, input } = call;
    const orders_in_status = input.deduct === undefined ? undefined : await this.ordersIn(call);
    return this.db.transact(call, async (tx) => {
      const row = await claim(tx, caller, OrderStatusRow, { order_status_id: input.order_status_id });
      Refused.ifAny(
        await groupFaults(tx, caller, input.channel_group_id ?? row.channel_group_id, row.channel_group_id),
      );
      const edited = await this.statuses.update(tx, call, input);
      return { ...edited, ...(orders_in_status !== undefined && { orders_in_status }) };
    });
  }

  @Handles(orderStatus.delete)
  delete(call: CallOf<typeof orderStatus.delete>) {
    return this.statuses.delete(call);
  }

  @Handles(orderStatus.get)
  async get(call: CallOf<typeof orderStatus.get>) {
    const sorts = {
      name: text.sortedName('order_status.name'),
      date_modified: 'order_status.date_modified',
    };
    const { records, ...page } = await this.statuses.list(call, sorts);
    return { ...page, order_statuses: records };
  }

  /** Returns the number of orders in a status that the caller sees; undefined while sales does not answer. */
  private async ordersIn(call: Edit): Promise<number | undefined> {
    const input = { filter_order_status: `${call.input.order_status_id}`, limit: 1 };
    try {
      return (await this.services.ask(order.get, readFor(call, input), ANSWER_MS)).output.total;
    } catch (error) {
      if (isUnanswered(error)) return undefined;
      throw error;
    }
  }
}
