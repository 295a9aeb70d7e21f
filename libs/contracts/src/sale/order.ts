import { Page, RecordPageRequest, SEARCH } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import {
  CommaIds,
  Flag,
  FlagNumber,
  Id,
  IdOrName,
  Ids,
  ListOf,
  Money,
  One,
  OneOf,
  Quantity,
  Rate,
  Text,
  When,
} from '../fields/fields.js';
import { OrderHistoryAdd, OrderHistoryAdded, OrderHistoryGet, OrderHistoryPage } from './order-history.js';
import { ListedOrder, Order, OrderPayment, OrderTotal } from './order-record.js';
import { ORDER_DATES, OrderSummaryGet, OrderSummaryPage } from './order-summary.js';

const SHORT = { max: 1_000 } as const;
const CODE = { max: 255, trim: true } as const;
const EMAIL = { max: 254, trim: true } as const;
const TELEPHONE = { max: 64, trim: true } as const;
const SPLIT = { doc: '1: several payment methods are used.' } as const;
const METHOD = 'Id or exact name of a payment method; digits alone are an id. 0 or empty: none.';
const TOTAL = 'The amount that the order is worth to its channel; it is kept as given.';
const optional = { optional: true } as const;

export class OrderProductAdd {
  @Id({ doc: '0: found by model, then by sku; free text when neither is known.' }) item_id!: number;
  @Text(SHORT) name!: string;
  @Text(CODE) model!: string;
  @Text(CODE) sku!: string;
  @Quantity() quantity!: number;
  @Money() price!: number;
  @Money({ ...optional, cost: true, min: 0, doc: 'Unit cost in the base currency; else that of the stock.' })
  cost?: number;
  @Money({ doc: 'The amount off each unit.' }) discount!: number;
  @Money({ doc: 'The amount off the whole line, on top of the discount of each unit.' }) discount_total!: number;
  @ListOf(() => OrderTotal, optional) totals?: OrderTotal[];
}
export class OrderProductEdit extends OrderProductAdd {
  @Id({ ...optional, doc: 'The line of the order that this one replaces; found by place and item unless given.' })
  order_product_id?: number;
}

export class OrderAdd {
  @Text({ max: 255, doc: 'Order ID of the external channel; unique in the channel when not empty.' })
  imported_order_id!: string;
  @Id({ doc: 'An enabled channel of type pos.' }) channel_id!: number;
  @Id({ doc: '0: the customer with this e-mail, else with this telephone, else a new one.' }) customer_id!: number;
  @Text(SHORT) firstname!: string;
  @Text(SHORT) lastname!: string;
  @Text(SHORT) company!: string;
  @Text(EMAIL) email!: string;
  @Text(TELEPHONE) telephone!: string;
  @Text(TELEPHONE) telephone_2!: string;
  @When({ doc: 'Placed; empty: now.' }) date_ordered!: string;
  @Text(SHORT) address_1!: string;
  @Text(SHORT) address_2!: string;
  @Text(SHORT) city!: string;
  @Text(SHORT) postcode!: string;
  @Text(SHORT) country!: string;
  @Text(SHORT) zone!: string;
  @Text(SHORT) shipping_method!: string;
  @When({ doc: 'Shipped out; empty: not yet.' }) shipping_date!: string;
  @Text(SHORT) shipping_tracking!: string;
  @Text({ max: 16, doc: 'Code of a currency of the account.' }) currency!: string;
  @Rate({ min: 0, doc: "0: the account's rate." }) currency_value!: number;
  @IdOrName({ doc: METHOD }) payment_method!: number | string;
  @Money({ doc: TOTAL }) total!: number;
  @Text() comment!: string;
  @ListOf(() => OrderProductAdd, { min: 1 }) products!: OrderProductAdd[];
  @ListOf(() => OrderTotal) totals!: OrderTotal[];
  @FlagNumber(SPLIT) split_payment!: number;
  @ListOf(() => OrderPayment, { ...optional, doc: 'With split_payment 1: they add up to total.' })
  payments?: OrderPayment[];
  @Id({ doc: "0: the payment method's, else the company's default." }) order_status_id!: number;
}
export class OrderEdit {
  @Id() order_id!: number;
  @Text({ max: 255, ...optional, doc: 'Cannot change.' }) imported_order_id?: string;
  @Id({ ...optional, doc: 'Cannot change.' }) channel_id?: number;
  @Id({ ...optional, doc: '0: stays as it is.' }) customer_id?: number;
  @Text({ ...SHORT, ...optional }) firstname?: string;
  @Text({ ...SHORT, ...optional }) lastname?: string;
  @Text({ ...SHORT, ...optional }) company?: string;
  @Text({ ...EMAIL, ...optional }) email?: string;
  @Text({ ...TELEPHONE, ...optional }) telephone?: string;
  @Text({ ...TELEPHONE, ...optional }) telephone_2?: string;
  @When({ ...optional, doc: 'Placed; empty: stays as it is.' }) date_ordered?: string;
  @Text({ ...SHORT, ...optional }) address_1?: string;
  @Text({ ...SHORT, ...optional }) address_2?: string;
  @Text({ ...SHORT, ...optional }) city?: string;
  @Text({ ...SHORT, ...optional }) postcode?: string;
  @Text({ ...SHORT, ...optional }) country?: string;
  @Text({ ...SHORT, ...optional }) zone?: string;
  @Text({ ...SHORT, ...optional }) shipping_method?: string;
  @When({ ...optional, doc: 'Shipped out; empty: not yet.' }) shipping_date?: string;
  @Text({ ...SHORT, ...optional }) shipping_tracking?: string;
  @Text({ max: 16, ...optional, doc: 'Code of a currency of the account.' }) currency?: string;
  @Rate({ min: 0, ...optional, doc: "0: the account's rate of a new currency; else stays as it is." })
  currency_value?: number;
  @IdOrName({ ...optional, doc: METHOD }) payment_method?: number | string;
  @Money({ ...optional, doc: TOTAL }) total?: number;
  @Text(optional) comment?: string;
  @ListOf(() => OrderProductEdit, { ...optional, min: 1, doc: 'Replace the lines.' }) products?: OrderProductEdit[];
  @ListOf(() => OrderTotal, optional) totals?: OrderTotal[];
  @FlagNumber({ ...SPLIT, ...optional }) split_payment?: number;
  @ListOf(() => OrderPayment, { ...optional, doc: 'With split_payment 1: they add up to total.' })
  payments?: OrderPayment[];
  @Id({ ...optional, doc: '0: stays as it is.' }) order_status_id?: number;
  @Flag({ ...optional, doc: 'Locks the order for editing by hand, or frees it.' }) locked?: boolean;
}
class OrderAnswer {
  @One(() => Order) order!: Order;
}

export class OrderDelete {
  @Id(optional) order_id?: number;
  @Ids({ ...optional, max: 500, doc: 'The ids of all orders to delete; takes priority over order_id.' })
  batch_id?: number[];
}
class OrderDeleted {
  @Id(optional) order_id?: number;
  @Ids({ ...optional, max: 500, doc: 'The orders of batch_id.' }) order_ids?: number[];
}

const SORT = ['order_id', 'shipping_date', 'date_ordered', 'date_added', 'date_modified'] as const;

export class OrderGet extends RecordPageRequest {
  @Id(optional) order_id?: number;
  @Text({
    ...SEARCH,
    doc:
      'Additive. Parts of words of the number, the imported number, the name, the e-mail, ' +
      'the telephones and the tracking number.',
  })
  search?: string;
  @Text(optional) filter_imported_order_id?: string;
  @Id(optional) filter_customer_id?: number;
  @Id(optional) filter_channel_id?: number;
  @Text({ ...optional, doc: 'Part of the merged name.' }) filter_name?: string;
  @Text({ trim: true, ...optional, doc: 'Part of the e-mail.' }) filter_email?: string;
  @Text({ trim: true, ...optional, doc: 'Part of the first or the second telephone.' }) filter_telephone?: string;
  @CommaIds({ ...optional, doc: 'Order status ids.' }) filter_order_status?: string;
  @Text({ ...optional, doc: 'The whole name of the payment method.' }) filter_payment_method?: string;
  @Text(optional) filter_shipping_method?: string;
  @Text(optional) filter_shipping_tracking?: string;
  @When({ ...optional, doc: "Shipped on this day of the account's time zone." }) filter_shipping_date?: string;
  @Text(optional) filter_postcode?: string;
  @Id({ ...optional, doc: 'Orders with a line of this item.' }) filter_product?: number;
  @Flag({
    ...optional,
    doc: 'Whether the stock of all lines with an item was taken; false: some is not, or there is none.',
  })
  filter_deducted?: boolean;
  @Money({ ...optional, doc: "Totals of at least this, in the orders' own currencies." }) filter_total_min?: number;
  @Money({ ...optional, doc: "Totals of at most this, in the orders' own currencies." }) filter_total_max?: number;
  @When({ ...optional, doc: 'From this point in time on.' }) filter_date_start?: string;
  @When({ ...optional, bound: 'end', doc: 'Up to this point in time.' }) filter_date_end?: string;
  @OneOf(ORDER_DATES, {
    ...optional,
    doc: 'The date that filter_date_start and filter_date_end filter; default date_added.',
  })
  filter_date_type?: (typeof ORDER_DATES)[number];
  @Flag({ ...optional, doc: 'Deleted orders too.' }) filter_deleted?: boolean;
  @OneOf(SORT, optional) sort?: (typeof SORT)[number];
}
class OrderPage extends Page {
  @ListOf(() => ListedOrder) orders!: ListedOrder[];
}

export const order = resource('sale/order', 'sales', {
  add: once(OrderAdd, OrderAnswer, 'Adds an order.'),
  edit: write(OrderEdit, OrderAnswer, 'Changes an order; absent fields stay as they are.'),
  delete: once(
    OrderDelete,
    OrderDeleted,
    'Deletes orders and gives their stock back; filter_deleted still lists them.',
  ),
  get: read(OrderGet, OrderPage, 'Lists orders.', { callers: ['inventory', 'settings'] }),
  getSummary: read(
    OrderSummaryGet,
    OrderSummaryPage,
    'Counts and sums the living orders of a time by day, status, channel, payment method or item.',
    { additive: true },
  ),
  getHistory: read(OrderHistoryGet, OrderHistoryPage, 'Lists what happened to an order, the latest first.'),
  addHistory: write(OrderHistoryAdd, OrderHistoryAdded, 'Changes the status of orders, or comments on them.'),
});
