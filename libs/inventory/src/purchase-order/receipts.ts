import { type Call, type Fault, noReference, Refused } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { isHidden } from '../document/document-scope.js';
import {
  dateReceived,
  orderedPieces,
  type Pieces,
  purchaseOrderStatus,
  withReceived,
} from './purchase-order-progress.js';
import { PURCHASE_ORDER, type PurchaseOrders, type StoredPurchaseOrder } from './purchase-orders.js';

const RECEIVED = statement(
  'pieces_received',
  `SELECT line.item_id, sum(line.quantity)::bigint AS quantity
   FROM inventory.addition JOIN inventory.addition_line line USING (account_id, item_addition_id)
   WHERE account_id = $1 AND purchase_order_id = $2 AND date_deleted IS NULL GROUP BY line.item_id`,
);

export async function receivedPieces(tx: Tx, purchase_order_id: number): Promise<Pieces> {
  const rows = await tx.query<{ item_id: number; quantity: number }>(RECEIVED, [tx.account_id, purchase_order_id]);
  return new Map(rows.map(({ item_id, quantity }) => [item_id, quantity]));
}

/** A locked purchase order whose receipts are about to change. */
interface OpenReceipt {
  readonly order: StoredPurchaseOrder;
  readonly before: Pieces;
}

/** Changes receipts of a purchase order, which then follows them; 0 names none. */
export async function withReceipt<T>(
  tx: Tx,
  call: Call,
  orders: PurchaseOrders,
  purchase_order_id: number,
  change: () => Promise<T>,
  terms: ReceiptTerms = {},
): Promise<T> {
  const receipt = await openReceipt(tx, call, orders, purchase_order_id);
  const changed = await change();
  if (receipt) await closeReceipt(tx, call, orders, receipt, terms);
  return changed;
}

/** Locks the purchase order of a receipt; without an id there is none. */
async function openReceipt(
  tx: Tx,
  { caller }: Call,
  orders: PurchaseOrders,
  purchase_order_id: number,
): Promise<OpenReceipt | undefined> {
  if (!purchase_order_id) return undefined;
  const order = await orders.lock(tx, purchase_order_id);
  if (!order || (await isHidden(tx, caller, PURCHASE_ORDER, purchase_order_id)))
    throw new Refused(noReference('purchase_order_id', 'purchase order', purchase_order_id));
  return { order, before: await receivedPieces(tx, purchase_order_id) };
}

interface ReceiptTerms {
  /** The lines of the request, which refusals name. */
  readonly lines?: readonly { readonly item_id: number }[];
  readonly allow_over_receipt?: boolean;
}

/** Lets the purchase order follow its receipts, once these are written. */
async function closeReceipt(
  tx: Tx,
  call: Call,
  orders: PurchaseOrders,
  { order, before }: OpenReceipt,
  terms: ReceiptTerms,
): Promise<void> {
  const { header } = order;
  const after = await receivedPieces(tx, header.purchase_order_id);
  const risen = new Map([...after].filter(([item_id, quantity]) => quantity > (before.get(item_id) ?? 0)));
  if (risen.size && header.status === 'closed') throw new Refused(closed(header.purchase_order_id));
  if (!terms.allow_over_receipt) Refused.ifAny(excess(order, risen, terms.lines ?? []));
  const lines = withReceived(order.lines, after);
  const status = purchaseOrderStatus(lines, header.status === 'closed');
  const values = { status, date_received: dateReceived(header, status, call.caller.zone) };
  await orders.update(tx, call, order, values, lines, risen.size ? 'received' : 'edited');
}

const closed = (id: number): Fault => ({
  code: 'locked',
  field: 'purchase_order_id',
  message: `Purchase order ${id} is closed and takes no receipts.`,
});

function excess({ header, lines }: StoredPurchaseOrder, risen: Pieces, given: ReceiptTerms['lines'] = []): Fault[] {
  const ordered = orderedPieces(lines);
  return [...risen].flatMap(([item_id, received]): Fault[] => {
    const wanted = ordered.get(item_id) ?? 0;
    if (received <= wanted) return [];
    const index = given.findIndex((line) => line.item_id === item_id);
    const order = `purchase order ${header.purchase_order_id}`;
    const message =
      `Of item ${item_id}, ${received} pieces would be received, but ${order} asks for ${wanted}; ` +
      'allow_over_receipt books them.';
    return [{ code: 'invalid', field: `addition[${index}].quantity`, message }];
  });
}
