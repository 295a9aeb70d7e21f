import type { PurchaseOrderStatus } from '@stockbook/contracts';
import { statement, type Statement } from '@stockbook/persistence';
import { MOST_NAMED } from '@stockbook/service';
import { hiddenDocument } from '../document/document-scope.js';
import { PURCHASE_ORDER } from './purchase-orders.js';

const AWAITED: readonly PurchaseOrderStatus[] = ['open', 'partly_received'];

/** Whether goods are still to arrive. */
export const isAwaited = (status: PurchaseOrderStatus): boolean => AWAITED.includes(status);

/** The same of a living purchase order in SQL. */
export const IS_AWAITED = `purchase_order.status IN (${AWAITED.map((status) => `'${status}'`).join(', ')})
  AND purchase_order.date_deleted IS NULL`;

/**
 * Finds the purchase orders of the account `$1` that are still to arrive from a supplier or at a location, `$2`, for a user limited to the
 * channel groups `$3`.
 */
export const awaitedOrdersBy = (column: 'supplier_id' | 'location_id'): Statement =>
  statement(
    `awaited_orders_by_${column}`,
    `SELECT purchase_order_id AS id, '' AS name, count(*) OVER ()::int AS total, ${hiddenDocument(PURCHASE_ORDER, '$3')}
     FROM inventory.purchase_order WHERE account_id = $1 AND ${column} = $2 AND ${IS_AWAITED}
     ORDER BY hidden, purchase_order_id LIMIT ${MOST_NAMED}`,
  );
