import { type Call, type Caller, type Fault, noReference, order, readFor } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import type { Services } from '@stockbook/rpc';

/** Asks sales whether there is an order for a reservation; 0 names none. */
export async function orderFaults(services: Services, call: Call, order_id = 0): Promise<Fault[]> {
  if (!order_id) return [];
  const { output } = await services.ask(order.get, readFor(call, { order_id, limit: 1 }));
  return output.total ? [] : [noReference('order_id', 'order', order_id)];
}

/** Both lock how far the stock has followed the order, so its deletion finds the reservation. */
const KNOW_ORDER = statement(
  'know_order',
  `INSERT INTO inventory.stock_demand (account_id, document, document_id, version, user_id, username)
   VALUES ($1, 'order', $2, 0, $3, $4) ON CONFLICT DO NOTHING`,
);
const ORDER_ENDED = statement(
  'order_ended',
  `SELECT is_over FROM inventory.stock_demand WHERE account_id = $1 AND document = 'order' AND document_id = $2
   FOR SHARE`,
);

/** An order that is deleted meanwhile takes nothing any more. */
export async function endedFaults(tx: Tx, { user_id, username }: Caller, order_id = 0): Promise<Fault[]> {
  if (!order_id) return [];
  await tx.query(KNOW_ORDER, [tx.account_id, order_id, user_id, username]);
  const [found] = await tx.query<{ is_over: boolean }>(ORDER_ENDED, [tx.account_id, order_id]);
  return found?.is_over ? [noReference('order_id', 'order', order_id)] : [];
}
