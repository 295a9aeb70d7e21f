import type { PurchaseOrderStatus } from '@stockbook/contracts';
import { findDocuments, useOfItem, useOfLocation } from '../document/document-uses.js';
import { PURCHASE_ORDER } from './purchase-orders.js';

const AWAITED: readonly PurchaseOrderStatus[] = ['open', 'partly_received'];

/** Whether goods are still to arrive. */
export const isAwaited = (status: PurchaseOrderStatus): boolean => AWAITED.includes(status);

/** SQL that is true for a living purchase order whose goods are still to arrive. */
const IS_AWAITED = `purchase_order.status IN (${AWAITED.map((status) => `'${status}'`).join(', ')})
  AND purchase_order.date_deleted IS NULL`;

export const AWAITED_FROM_SUPPLIER = findDocuments(
  'awaited_orders_by_supplier_id',
  PURCHASE_ORDER,
  `supplier_id = $2 AND ${IS_AWAITED}`,
);
export const AWAITED_AT_LOCATION = useOfLocation(
  PURCHASE_ORDER,
  'is still to receive',
  `location_id = $2 AND ${IS_AWAITED}`,
);
export const AWAITED_ITEMS = {
  ...useOfItem(PURCHASE_ORDER, 'is still to arrive with', `quantity_received < quantity AND ${IS_AWAITED}`),
  keepsItem: true,
};
