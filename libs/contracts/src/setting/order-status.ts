import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { CommaIds, Flag, Id, Int, ListOf, Name, OneOf, Text, When } from '../fields/fields.js';

class OrderStatusKey {
  @Id() order_status_id!: number;
}
class OrderStatusFields {
  @Id({ optional: true, doc: '0: seen by all channel groups.' }) channel_group_id?: number;
  @Flag({ optional: true, doc: 'Orders of this status take their items from stock.' }) deduct?: boolean;
  @Flag({ optional: true, doc: 'Orders of this status cannot be edited or deleted.' }) lock?: boolean;
  @Flag({ optional: true, doc: 'Orders of this status are void: they count no uses of promotions.' }) void?: boolean;
}
class OrderStatusAdd extends OrderStatusFields {
  @Name() name!: string;
}
class OrderStatusEdit extends OrderStatusFields {
  @Id() order_status_id!: number;
  @Name({ optional: true }) name?: string;
}
class OrderStatusEdited extends OrderStatusKey {
  @Int({
    optional: true,
    min: 0,
    doc:
      'Additive, in the answer to an edit that gives deduct: orders of this status. ' +
      'They stay as they are until their next change. Absent while sales does not answer.',
  })
  orders_in_status?: number;
}
class OrderStatusGet extends RecordPageRequest {
  @Id({ optional: true }) order_status_id?: number;
  @When({ optional: true }) filter_date_modified?: string;
  @Flag({ optional: true }) filter_deleted?: boolean;
  @CommaIds({ optional: true }) filter_channel_group_id?: string;
  @OneOf(['name', 'date_modified'], { optional: true }) sort?: 'name' | 'date_modified';
}
export class OrderStatus extends OrderStatusKey {
  @Id() channel_group_id!: number;
  @Text() name!: string;
  @Flag({ doc: 'Orders of this status take their items from stock.' }) deduct!: boolean;
  @Flag({ doc: 'Orders of this status cannot be edited or deleted.' }) lock!: boolean;
  @Flag({ doc: 'Orders of this status are void: they count no uses of promotions.' }) void!: boolean;
  @When() date_modified!: string;
  @Flag({ optional: true }) deleted?: boolean;
}
class OrderStatusPage extends Page {
  @ListOf(() => OrderStatus) order_statuses!: OrderStatus[];
}

export const orderStatus = resource('setting/order_status', 'settings', {
  add: once(OrderStatusAdd, OrderStatusKey, 'Adds an order status.'),
  edit: write(OrderStatusEdit, OrderStatusEdited, 'Changes an order status; absent fields stay as they are.'),
  delete: once(OrderStatusKey, OrderStatusKey, 'Deletes an order status that nothing takes as its default.'),
  get: read(OrderStatusGet, OrderStatusPage, 'Lists order statuses.'),
});

export const orderStatusChanged = fact('setting.order_status', OrderStatus);
