import type { PurchaseOrderStatus } from '@stockbook/contracts';
import { hiddenDocument } from '../document/document-scope.js';
import { useOfItem } from '../document/document-uses.js';

const AWAITED: readonly PurchaseOrderStatus[] = ['open', 'partly_received'];

/** Tells whether goods are still to arrive. */
export const isAwaited = (status: PurchaseOrderStatus): boolean => AWAITED.includes(status);

/** SQL that is true for a living purchase order whose goods are still to arrive. */
const IS_AWAITED = `purchase_order.status IN (${AWAITED.map((status) => `'${status}'`).join(', ')})
  AND purchase_order.date_deleted IS NULL`;

/** All references of a purchase order have this in common. */
export const AWAITED_REFERENCE = {
  counts: IS_AWAITED,
  hidden: hiddenDocument,
  state: 'that is open or partly received',
};

export const AWAITED_ITEMS = {
  ...useOfItem(
    { table: 'purchase_order', key: 'purchase_order_id' },
    'is still to arrive with',
    `quantity_received < quantity AND ${IS_AWAITED}`,
  ),
  keepsItem: true,
};
