import { event } from '../events.js';
import { Actor, type FactType } from '../facts.js';
import { Id, One, OneOf, partialOf } from '../fields/fields.js';
import { StockDemand } from '../stock-demand.js';
import { Order } from './order-record.js';

/** Changes that inventory makes to a document when it moves the document's stock. No user makes them. */
export const SETTLEMENTS = ['deducted', 'short', 'restocked'] as const;
/** An order that was added without the inventory is completed once its items are known. */
const CHANGES = ['added', 'completed', 'edited', 'status_changed', 'deleted', ...SETTLEMENTS] as const;
const WHOLE = {
  optional: true,
  doc: 'The order, only where somebody subscribes to the orders of the account.',
} as const;
const OrderPrevious = partialOf(Order, 'OrderPrevious');

export class OrderChange {
  @Id() order_id!: number;
  @OneOf(CHANGES) change!: (typeof CHANGES)[number];
  @One(() => Actor) actor!: Actor;
  @One(() => StockDemand, { optional: true, doc: 'The whole demand; absent where the change leaves it as it is.' })
  demand?: StockDemand;
  @One(() => Order, WHOLE) record?: Order;
  @One(() => OrderPrevious, { optional: true, doc: 'The former values of an edit, or those beside `record`.' })
  previous?: Partial<Order>;
}

const changed = event('sale.order', 'changed', OrderChange, ({ order_id }) => order_id);
/** For subscribers it also publishes how stock settles the order. */
export const orderChanged: typeof changed & FactType<Order, OrderChange> = { ...changed, record: Order };
