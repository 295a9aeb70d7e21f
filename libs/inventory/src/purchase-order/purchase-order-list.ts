import type { CallOf, purchaseOrder } from '@stockbook/contracts';
import type { SelectQueryBuilder } from 'typeorm';
import { text } from '../text.js';
import type { PurchaseOrderRow } from './purchase-order.entity.js';

type Input = CallOf<typeof purchaseOrder.get>['input'];

const sortedNameOf = (table: 'location' | 'supplier') =>
  `(SELECT ${text.sortedName('named.name')} FROM inventory.${table} named
    WHERE named.account_id = purchase_order.account_id AND named.${table}_id = purchase_order.${table}_id)`;

export const PURCHASE_ORDER_SORTS = {
  user: text.sortedName('purchase_order.username'),
  location: sortedNameOf('location'),
  supplier: sortedNameOf('supplier'),
  total: 'purchase_order.total',
  date_estimated_arrival: 'purchase_order.date_estimated_arrival',
  date_received: 'purchase_order.date_received',
};

export function narrow(
  query: SelectQueryBuilder<PurchaseOrderRow>,
  input: Input,
): SelectQueryBuilder<PurchaseOrderRow> {
  const { filter_supplier_id: supplier, filter_location_id: location, filter_status: status } = input;
  if (supplier !== undefined) query.andWhere('purchase_order.supplier_id = :supplier', { supplier });
  if (location !== undefined) query.andWhere('purchase_order.location_id = :location', { location });
  if (status) query.andWhere('purchase_order.status = :status', { status });
  for (const date of ['date_added', 'date_estimated_arrival', 'date_received'] as const) {
    const [start, end] = [input[`filter_${date}_start`], input[`filter_${date}_end`]];
    if (start) query.andWhere(`purchase_order.${date} >= :${date}_start`, { [`${date}_start`]: start });
    if (end) query.andWhere(`purchase_order.${date} <= :${date}_end`, { [`${date}_end`]: end });
  }
  return query;
}
