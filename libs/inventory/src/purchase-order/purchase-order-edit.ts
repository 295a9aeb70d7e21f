import { type CallOf, type purchaseOrder, Refused } from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import { referenceFaults } from '@stockbook/service';
import { editedRate } from '../document/document-rate.js';
import type { AccountRate } from '../references.js';
import { isAwaited } from './awaited-orders.js';
import { dateReceived, purchaseOrderStatus, withReceived } from './purchase-order-progress.js';
import { PurchaseOrderRow } from './purchase-order.entity.js';
import { loweredFaults, orderLines, purchaseTotal, totalFaults } from './purchase-order-writes.js';
import type { PurchaseOrders } from './purchase-orders.js';
import { receivedPieces } from './receipts.js';

/** Keeps what an order has received; it asks for no less than that. */
export async function editPurchaseOrder(
  tx: Tx,
  orders: PurchaseOrders,
  call: CallOf<typeof purchaseOrder.edit>,
  account_rate: AccountRate,
): Promise<void> {
  const { caller, input } = call;
  const stored = await orders.claim(tx, call);
  const { header } = stored;
  const priced = editedRate(header, input, account_rate);
  const received = await receivedPieces(tx, header.purchase_order_id);
  const given = withReceived(input.item ?? stored.lines, received);
  const status = purchaseOrderStatus(given, input.closed ?? header.status === 'closed');
  const is_awaited_again = isAwaited(status) && !isAwaited(header.status);
  const { location_id = header.location_id, supplier_id = header.supplier_id } = input;
  const places = { location_id, supplier_id };
  const known = await referenceFaults(tx, caller, PurchaseOrderRow, places, is_awaited_again ? undefined : header);
  const terms = { rate: priced.currency_value, is_awaited_again };
  const { lines, faults } = await orderLines(tx, caller, stored.lines, given, terms);
  Refused.ifAny([...known, ...faults, ...totalFaults(input.item ?? []), ...loweredFaults(stored, lines, received)]);
  const cleared = input.date_received === '' && { date_received: null };
  const values = {
    comment: input.comment,
    location_id: input.location_id,
    supplier_id: input.supplier_id,
    total: purchaseTotal(lines),
    ...priced,
    date_estimated_arrival: dayOf(input.date_estimated_arrival),
    date_received: input.date_received || dateReceived({ ...header, ...cleared }, status, caller.zone),
    status,
  };
  await orders.update(tx, call, stored, values, lines);
}

/** Reads a given day; null stands for the empty one, undefined for none given. */
const dayOf = (day: string | undefined): string | null | undefined => (day === undefined ? day : day || null);
