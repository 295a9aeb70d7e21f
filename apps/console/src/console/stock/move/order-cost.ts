import type { PurchaseOrder } from '@stockbook/client';
import { exact } from '../../orders/amounts.js';
import type { LineItem } from './line.js';

type Ordered = Pick<PurchaseOrder, 'currency' | 'currency_value'> & {
  readonly items: readonly Pick<PurchaseOrder['items'][number], 'item_id' | 'cost'>[];
};

/**
 * Returns an item with what a piece of it costs in the currency of its purchase order. An item that the order does not
 * name comes at its own cost, which is in the base currency, by the rate of the order.
 */
export function asOrdered(item: LineItem, order: Ordered | null | undefined): LineItem {
  if (!order) return item;
  const line = order.items.find(({ item_id }) => item_id === item.item_id);
  if (line) return { ...item, cost: line.cost };
  if (item.cost === undefined || !order.currency) return item;
  return { ...item, cost: exact(item.cost * order.currency_value), currency_value: order.currency_value };
}
