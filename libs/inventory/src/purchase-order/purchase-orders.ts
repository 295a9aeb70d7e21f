import { type PlainChange, type PurchaseOrder, purchaseOrderChanged } from '@stockbook/contracts';
import type { Db } from '@stockbook/persistence';
import type { StoredDocument } from '@stockbook/service';
import { ItemDocuments } from '../document/item-documents.js';
import { shownDocument } from '../document/shown-document.js';
import { PurchaseOrderLineRow, PurchaseOrderRow } from './purchase-order.entity.js';

export type PurchaseOrders = ItemDocuments<
  PurchaseOrderRow,
  PurchaseOrderLineRow,
  'purchase_order_id',
  PurchaseOrder,
  PlainChange | 'received'
>;
export type StoredPurchaseOrder = StoredDocument<PurchaseOrderRow, PurchaseOrderLineRow>;

export const PURCHASE_ORDER = { table: 'purchase_order', key: 'purchase_order_id' } as const;

export const purchaseOrders = (db: Db): PurchaseOrders =>
  new ItemDocuments(db, {
    header: PurchaseOrderRow,
    line: PurchaseOrderLineRow,
    key: PURCHASE_ORDER.key,
    changed: purchaseOrderChanged,
    show: toPurchaseOrder,
  });

const toPurchaseOrder = (header: PurchaseOrderRow, lines: readonly PurchaseOrderLineRow[]): PurchaseOrder => ({
  purchase_order_id: header.purchase_order_id,
  location_id: header.location_id,
  supplier_id: header.supplier_id,
  total: header.total,
  currency: header.currency,
  currency_value: header.currency_value,
  date_estimated_arrival: header.date_estimated_arrival ?? '',
  date_received: header.date_received ?? '',
  status: header.status,
  closed: header.status === 'closed',
  ...shownDocument(header),
  items: lines.map(({ item_id, name, quantity, cost, quantity_received }) => {
    return { item_id, name, quantity, cost, quantity_received };
  }),
});
