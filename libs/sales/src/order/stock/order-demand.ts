import type { Caller, OrderDemand } from '@stockbook/contracts';
import type { OrderProductRow } from '../record/order-product.entity.js';
import type { OrderRow } from '../record/order.entity.js';

type Ordered = Pick<OrderRow, 'order_id' | 'version' | 'location_id' | 'deducts' | 'lookup' | 'date_deleted'>;
type Orderer = Pick<Caller, 'user_id' | 'username'>;
type Line = Pick<OrderProductRow, 'order_product_id' | 'item_id' | 'quantity'>;

/**
 * The whole demand of an order after a change: only a whole demand can be repeated safely. An order whose items are not looked up
 * yet demands nothing.
 */
export function demandOf(
  { order_id, version, location_id, deducts, lookup, date_deleted }: Ordered,
  lines: readonly Line[],
  change: OrderDemand['change'],
  { user_id, username }: Orderer,
): OrderDemand {
  const wanted = deducts && !date_deleted;
  return {
    order_id,
    version,
    change,
    user_id,
    username,
    lines: lines
      .filter(({ item_id }) => item_id > 0 && !lookup)
      .map(({ order_product_id, item_id, quantity }) => ({
        order_product_id,
        item_id,
        location_id,
        quantity: wanted ? quantity : 0,
      })),
  };
}
