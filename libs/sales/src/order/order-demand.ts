import type { Caller, OrderDemand } from '@stockbook/contracts';
import type { OrderProductRow } from './order-product.entity.js';
import type { OrderRow } from './order.entity.js';

type Ordered = Pick<OrderRow, 'order_id' | 'version' | 'location_id' | 'deducts' | 'lookup' | 'date_deleted'>;
type Orderer = Pick<Caller, 'user_id' | 'username'>;
type Line = Pick<OrderProductRow, 'order_product_id' | 'item_id' | 'quantity'>;

/**
 * What an order wants of the stock after a change: the whole of it, as nothing but the whole can be told twice safely. An order
 * whose items are still to be looked up wants nothing yet.
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
