import { type Caller, noRecord, Refused } from '@stockbook/contracts';
import { type Db, maySee, type Tx } from '@stockbook/persistence';
import { lockOrders, type OrderRecord, readOrders } from './order-records.js';

/** Names each order that the caller does not have. */
export async function claimOrders(tx: Tx, caller: Caller, ids: readonly number[]): Promise<OrderRecord[]> {
  const orders = (await lockOrders(tx, ids)).filter((order) => maySee(caller, order));
  const found = new Set(orders.map(({ order_id }) => order_id));
  Refused.ifAny(ids.filter((id) => !found.has(id)).map((id) => noRecord('order', id)));
  return orders;
}

export async function claimOrder(tx: Tx, caller: Caller, id: number): Promise<OrderRecord> {
  const [order] = await claimOrders(tx, caller, [id]);
  if (!order) throw new Refused(noRecord('order', id));
  return order;
}

/** Returns the living order of this id as it is now, without a lock; undefined when the caller does not have it. */
export async function findOrder(db: Db, caller: Caller, id: number): Promise<OrderRecord | undefined> {
  const [found] = await readOrders(db, caller.account_id, [id]);
  return found && !found.date_deleted && maySee(caller, found) ? found : undefined;
}
