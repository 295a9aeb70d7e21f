import { type Call, type Fault, type Order, type OrderAdd, orderChanged, Refused } from '@stockbook/contracts';
import { inTraceOf, publishAll } from '@stockbook/messaging';
import type { Tx } from '@stockbook/persistence';
import { actorOf, judgeSize } from '@stockbook/service';
import { addCustomers, addedCustomer, holdCustomer } from '../../customer/order/order-customer.js';
import { holdItems } from '../../item/changing-items.js';
import { changeRow } from '../facts/order-facts.js';
import { toOrder } from '../list/order-shown.js';
import { promotionRows } from '../promotion/order-promotions.js';
import { keyOfAddition } from '../promotion/promotion-claims.js';
import { type AddedOrder, insertOrders, knownLines } from '../record/order-writes.js';
import type { PlacedOrder, Placement } from '../record/order-records.js';

/** An order that is ready to be written, with the request for it. */
export interface NewOrder extends Placement {
  readonly call: Call<OrderAdd>;
}

export async function writeOrders(tx: Tx, orders: readonly NewOrder[]): Promise<Order[]> {
  const named = await withCustomers(tx, orders);
  const added = await insert(tx, named);
  const records = added.map(({ after }) => toOrder(after.order, after.lines));
  added.forEach(({ isShort }, i) => {
    if (!isShort || tx.isFull) judgeSize(tx, orderChanged, { change: 'added', after: records[i]! });
  });
  publishAll(
    tx,
    added.flatMap(({ after, is_subscribed }, i) => {
      const { call, customer } = named[i]!;
      return inTraceOf(call, [
        ...(customer?.date_added ? [addedCustomer(tx, call, customer, call.input)] : []),
        changeRow({ change: 'added', actor: actorOf(call), after, shown: { after: records[i]! } }, is_subscribed),
        ...promotionRows(undefined, after.order, keyOfAddition(call, after.order)),
      ]);
    }),
  );
  return records;
}

async function withCustomers(tx: Tx, orders: readonly NewOrder[]) {
  const lacking = orders.filter(({ order }) => !order.customer_id);
  const inputs = lacking.map(({ call }) => call.input);
  const customers = lacking.length ? await addCustomers(tx, inputs) : [];
  return orders.map((given) => {
    const customer = customers[lacking.indexOf(given)];
    return { ...(customer ? withCustomer(given, customer.customer_id) : given), customer };
  });
}

async function insert(tx: Tx, orders: readonly NewOrder[]): Promise<AddedOrder[]> {
  const added = await insertOrders(tx, orders);
  if (added.length) return added;
  await holdItems(tx, knownLines(orders));
  // Customers may have been merged into others since they were found.
  const living: NewOrder[] = [];
  for (const order of orders) living.push(withCustomer(order, await holdCustomer(tx, order.order.customer_id)));
  const addedForLiving = await insertOrders(tx, living);
  if (!addedForLiving.length) Refused.ifAny(orders.map(({ order }) => noLocation(order)));
  return addedForLiving;
}

const withCustomer = (given: NewOrder, customer_id: number): NewOrder => ({
  ...given,
  order: { ...given.order, customer_id },
});

const noLocation = ({ channel_id, location_id }: PlacedOrder): Fault => ({
  code: 'invalid',
  field: 'channel_id',
  message: `Channel ${channel_id} has no location for its orders: location ${location_id} is deleted.`,
});
