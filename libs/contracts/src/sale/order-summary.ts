import { Page, PageRequest } from '../common.js';
import { CommaIds, COUNT, Id, IdOrName, Int, ListOf, Money, OneOf, Text, When } from '../fields/fields.js';

const GROUPS = ['day', 'order_status', 'channel', 'payment_method', 'item'] as const;
export type OrderGrouping = (typeof GROUPS)[number];
const optional = { optional: true } as const;

export const ORDER_DATES = ['date_added', 'date_modified', 'date_ordered'] as const;

export class OrderSummaryGet extends PageRequest {
  @When({ doc: 'Sums orders from this point in time on; empty: from the first order on.' }) date_start!: string;
  @When({ bound: 'end', doc: 'Up to this point in time; empty: up to the last order.' }) date_end!: string;
  @OneOf(GROUPS) group_by!: OrderGrouping;
  @OneOf(ORDER_DATES, {
    ...optional,
    doc: 'The date that date_start, date_end and the day judge; default date_ordered.',
  })
  filter_date_type?: (typeof ORDER_DATES)[number];
  @Id(optional) filter_channel_id?: number;
  @CommaIds({ ...optional, doc: 'Order status ids.' }) filter_order_status?: string;
}
/** The orders of one day, status, channel, payment method or item. */
export class OrderGroup {
  @IdOrName({ doc: "An id, 0 for none; or the day in the account's time zone, as 2026-03-01." }) key!: number | string;
  @Text({ doc: 'The name on the latest of these orders.' }) name!: string;
  @Int(COUNT) orders!: number;
  @Int({ ...COUNT, doc: 'Pieces.' }) quantity!: number;
  @Money({ doc: 'Totals of the orders, or of an item their lines, in the base currency.' }) total!: number;
  @Money({ ...optional, cost: true, doc: 'Quantity x unit cost, in the base currency.' }) cost?: number;
}
export class OrderSummaryPage extends Page {
  @ListOf(() => OrderGroup, { doc: 'Groups stand in the order of their keys.' }) summary!: OrderGroup[];
}
