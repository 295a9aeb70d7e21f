import { event } from '../events.js';
import { Id, One, OneOf } from '../fields.js';
import { StockDemand } from '../internal/stock-demand.js';

/** An order that was added without the inventory is completed once its items are known. */
const CHANGES = ['added', 'completed', 'edited', 'status_changed', 'deleted'] as const;

/** A change of an order, with its demand for stock. */
export class OrderChange {
  @Id() order_id!: number;
  @OneOf(CHANGES) change!: (typeof CHANGES)[number];
  @One(() => StockDemand, { optional: true }) demand?: StockDemand;
}
/** Sales publishes each change of an order. */
export const orderChanged = event('sale.order', 'changed', OrderChange, ({ order_id }) => order_id);
