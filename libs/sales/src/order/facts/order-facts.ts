import { type Actor, type Order, type OrderChange, orderChanged } from '@stockbook/contracts';
import { outboxRow, type OutboxRow } from '@stockbook/messaging';
import { FactSubscriptions, previousOf } from '@stockbook/service';
import { toOrder } from '../list/order-shown.js';
import type { LineRecord, OrderRecord } from '../record/order-records.js';
import { demandOf } from '../stock/order-demand.js';

/** The accounts whose orders somebody subscribes to. */
export const orderSubscriptions = new FactSubscriptions('sales');

/** An order with its lines at one moment. */
export interface OrderState {
  readonly order: OrderRecord;
  readonly lines: readonly LineRecord[];
}
export interface ChangedOrder {
  readonly change: OrderChange['change'];
  readonly actor: Actor;
  readonly before?: OrderState;
  readonly after: OrderState;
}

/** The outbox row of a change that a user has made, with the order's demand for stock. The audit needs the former values of every edit. */
export function changeRow({ change, actor, before, after }: ChangedOrder, is_subscribed: boolean): OutboxRow {
  const { order, lines } = after;
  const { order_id, version, account_id } = order;
  const demand = demandOf(order, lines, actor);
  const shown = is_subscribed ? wholeOrder(before, after) : before && { previous: wholeOrder(before, after).previous };
  return outboxRow(orderChanged, { order_id, change, actor, demand, ...shown }, version, account_id);
}

/** The outbox row of a change that leaves the demand as it is, for an account where somebody subscribes. */
export function recordRow({ change, actor, before, after }: ChangedOrder): OutboxRow {
  const { order_id, version, account_id } = after.order;
  return outboxRow(orderChanged, { order_id, change, actor, ...wholeOrder(before, after) }, version, account_id);
}

function wholeOrder(before: OrderState | undefined, after: OrderState): { record: Order; previous: Partial<Order> } {
  const record = toOrder(after.order, after.lines);
  return { record, previous: before ? previousOf(toOrder(before.order, before.lines), record) : {} };
}
