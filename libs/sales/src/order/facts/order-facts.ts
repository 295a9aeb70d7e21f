import { type Actor, type Order, type OrderChange, orderChanged, type StockDemand } from '@stockbook/contracts';
import { outboxRow, type OutboxRow } from '@stockbook/messaging';
import { FactSubscriptions, previousOf } from '@stockbook/service';
import { piecesOf } from '../../document/pieces.js';
import { toOrder } from '../list/order-shown.js';
import type { OrderState } from '../record/order-records.js';

export const orderSubscriptions = new FactSubscriptions('sales');

export interface ChangedOrder {
  readonly change: OrderChange['change'];
  readonly actor: Actor;
  readonly before?: OrderState;
  readonly after: OrderState;
  /** Shows both states as orders, if the caller has them. */
  readonly shown?: ShownStates;
}
interface ShownStates {
  readonly before?: Order;
  readonly after: Order;
}

export const shownStates = ({ before, after }: Pick<ChangedOrder, 'before' | 'after'>): ShownStates => ({
  ...(before && { before: toOrder(before.order, before.lines) }),
  after: toOrder(after.order, after.lines),
});

/** The audit needs the former values of every edit. */
export function changeRow(changed: ChangedOrder, is_subscribed: boolean): OutboxRow {
  const { change, actor, before, after } = changed;
  const { order_id, version, account_id } = after.order;
  const demand = demandOf(after, actor);
  const shown = is_subscribed ? wholeOrder(changed) : before && { previous: wholeOrder(changed).previous };
  return outboxRow(orderChanged, { order_id, change, actor, demand, ...shown }, version, account_id);
}

/** Returns the outbox row of a change that leaves the demand as it is, for an account where somebody subscribes. */
export function recordRow(changed: ChangedOrder): OutboxRow {
  const { change, actor, after } = changed;
  const { order_id, version, account_id } = after.order;
  return outboxRow(orderChanged, { order_id, change, actor, ...wholeOrder(changed) }, version, account_id);
}

function wholeOrder(changed: ChangedOrder): { record: Order; previous: Partial<Order> } {
  const { before, after } = changed.shown ?? shownStates(changed);
  return { record: after, previous: before ? previousOf(before, after) : {} };
}

/** Only a whole demand can be repeated safely. Without looked-up items, the order demands nothing. */
function demandOf({ order, lines }: OrderState, { user_id, username }: Actor): StockDemand {
  const { order_id, version, location_id, deducts, lookup, date_deleted } = order;
  const wanted = deducts && !date_deleted;
  const demanded = lines
    .filter(({ item_id }) => item_id > 0 && !lookup)
    .flatMap(({ order_product_id: line_id, item_id, components, quantity }) => {
      const pieces = piecesOf({ item_id, components, quantity: wanted ? quantity : 0 });
      return pieces.map((each) => ({ line_id, location_id, ...each }));
    });
  const over = date_deleted ? { is_over: true } : {};
  return { document: 'order', document_id: order_id, version, user_id, username, ...over, lines: demanded };
}
