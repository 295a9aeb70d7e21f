import type { Actor, StockDemand } from '@stockbook/contracts';
import type { OrderProductRow } from '../record/order-product.entity.js';
import { piecesOf } from '../../document/pieces.js';
import type { OrderRow } from '../record/order.entity.js';

type Ordered = Pick<OrderRow, 'order_id' | 'version' | 'location_id' | 'deducts' | 'lookup' | 'date_deleted'>;
type Line = Pick<OrderProductRow, 'order_product_id' | 'item_id' | 'components' | 'quantity'>;

/**
 * The whole demand of an order after a change: only a whole demand can be repeated safely. An order whose items are not looked up
 * yet demands nothing.
 */
export function demandOf(
  { order_id, version, location_id, deducts, lookup, date_deleted }: Ordered,
  lines: readonly Line[],
  { user_id, username }: Actor,
): StockDemand {
  const wanted = deducts && !date_deleted;
  const demanded = lines
    .filter(({ item_id }) => item_id > 0 && !lookup)
    .flatMap(({ order_product_id: line_id, item_id, components, quantity }) => {
      const pieces = piecesOf({ item_id, components, quantity: wanted ? quantity : 0 });
      return pieces.map((each) => ({ line_id, location_id, ...each }));
    });
  const over = date_deleted ? { is_over: true } : {};
  return { document: 'order', document_id: order_id, version, user_id, username, ...over, lines: demanded };
}
