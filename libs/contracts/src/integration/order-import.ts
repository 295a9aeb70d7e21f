import { Flag, Id, ListOf, One, Text, When } from '../fields/fields.js';
import { OrderAdd, OrderProductAdd } from '../sale/order.js';
import { Order } from '../sale/order-record.js';

const KEEPS = '0: as in sale/order/add; a changed order keeps its own.';

class OrderImportProduct extends OrderProductAdd {
  @Text({
    max: 255,
    trim: true,
    optional: true,
    doc: "The channel's ID of the line, by which a later import finds it; unique in the order when not empty.",
  })
  imported_order_product_id?: string;
}

/** An order as its channel has it; a changed order is given as a whole, as for sale/order/edit. */
export class OrderImport extends OrderAdd {
  @Text({ min: 1, max: 255, doc: 'Order ID of the channel, by which a later import finds the order.' })
  override imported_order_id!: string;
  @Id({ doc: 'An enabled channel of any type.' }) override channel_id!: number;
  @ListOf(() => OrderImportProduct, { min: 1 }) override products!: OrderImportProduct[];
  @Id({ doc: KEEPS }) override customer_id!: number;
  @Id({ doc: KEEPS }) override order_status_id!: number;
  @When({
    optional: true,
    doc: 'The time at which the channel changed the order: an older state than the imported one changes nothing.',
  })
  date_modified?: string;
}
export class OrderImported {
  @One(() => Order) order!: Order;
  @Flag({ doc: 'Whether the import has added the order.' }) created!: boolean;
}
