import { Flag, Id, Int, ListOf, Money, Quantity, Text, When, Measure } from '../fields/fields.js';
import { Component } from '../inventory/component.js';
import { SaleDocument } from './sale-document.js';

const ALLOCATIONS = 'Additive. The split of a promotion over the products of the order; empty: none of it.';

export class PromotionAllocation {
  @Int({ min: 0, doc: 'The place of the line in `products`, from 0.' }) index!: number;
  @Money({ min: 0, doc: 'Positive.' }) amount!: number;
}
export class OrderTotal {
  @Text({ max: 1_000 }) name!: string;
  @Text({ min: 1, max: 255, trim: true, doc: 'Unique within its list.' }) code!: string;
  @Money() price!: number;
  @Int({ doc: 'Display order.' }) sort_order!: number;
  @ListOf(() => PromotionAllocation, { optional: true, doc: ALLOCATIONS }) allocations?: PromotionAllocation[];
}
export class OrderPayment {
  @Text({ max: 1_000, doc: 'Name of a payment method.' }) payment_method!: string;
  @Money() total!: number;
}
export class OrderPayout {
  @Text() name!: string;
  @Money() amount!: number;
}
export class OrderData {
  @Text() name!: string;
  @Text() value!: string;
}
export class OrderProduct {
  @Id() order_product_id!: number;
  @Text() imported_order_product_id!: string;
  @Id({ doc: '0: free text, no item of the inventory.' }) item_id!: number;
  @Text({ doc: 'Image URL or path.' }) thumb!: string;
  @Text() name!: string;
  @Text() model!: string;
  @Text() sku!: string;
  @Quantity() quantity!: number;
  @Money() price!: number;
  @Money({ doc: 'The amount off each unit.' }) discount!: number;
  @Money({ doc: 'The amount off the whole line, on top of the discount of each unit.' }) discount_total!: number;
  @Money() discount_platform!: number;
  @ListOf(() => OrderTotal) totals!: OrderTotal[];
  @Money({ doc: 'quantity x (price - discount) - discount_total + totals.' }) total!: number;
  @Money({
    doc: "Additive. The line's share of the order's totals that are negative and take off the goods; 0 or below.",
  })
  allocated!: number;
  @Money({
    optional: true,
    cost: true,
    doc:
      'Unit cost in the base currency: of the stock taken, or before that the cost given, ' +
      'or the average when the order was placed.',
  })
  cost?: number;
  @Text() order_status!: string;
  @Id() order_status_id!: number;
  @Measure({ doc: 'kg a unit.' }) weight!: number;
  @Flag({ doc: 'Whether the stock of the whole line was taken.' }) deducted!: boolean;
  @Int({ doc: 'Pieces taken out of the stock.' }) quantity_deducted!: number;
  @ListOf(() => Component, {
    optional: true,
    doc:
      'Additive. The components that a bundle had when the line was added, ' + 'which the stock gives instead of it.',
  })
  components?: Component[];
}

/** An order as answers, lists and facts show it. */
export class Order extends SaleDocument {
  @Id() order_id!: number;
  @ListOf(() => OrderProduct) products!: OrderProduct[];
  @Text() address_1!: string;
  @Text() address_2!: string;
  @Text() city!: string;
  @Text() postcode!: string;
  @Text() country!: string;
  @Text() zone!: string;
  @Text() order_status!: string;
  @Id() order_status_id!: number;
  @Id() shipping_label_status_id!: number;
  @Id() order_blacklist_id!: number;
  @Text() shipping_method!: string;
  @Text() shipping_tracking!: string;
  @When({ doc: 'Shipped out; empty: not yet.' }) shipping_date!: string;
  @When({ doc: 'Placed.' }) date_ordered!: string;
  @Measure({ doc: 'kg' }) weight!: number;
  @ListOf(() => OrderPayment, { doc: 'The payments of an order with split payment.' }) payments!: OrderPayment[];
  @ListOf(() => OrderTotal) totals!: OrderTotal[];
  @ListOf(() => OrderPayout) payouts!: OrderPayout[];
  @ListOf(() => OrderData) data!: OrderData[];
}

export class ListedOrder extends Order {
  @Flag({ optional: true }) deleted?: boolean;
}
