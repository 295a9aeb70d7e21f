import { type CallOf, isAsked, type ListedOrder, type order, parseIds } from '@stockbook/contracts';
import {
  type Code,
  Conditions,
  type Cut,
  cutAfter,
  counterOf,
  Db,
  recordMarks,
  indexed,
  isIndexed,
  LongList,
  type LongListTerms,
  pageChildrenReader,
  rowColumns,
} from '@stockbook/persistence';
import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { currentCustomer, OF_CUSTOMER } from '../../customer/unmoved-records.js';
import { text } from '../../text.js';
import { OrderProductRow } from '../record/order-product.entity.js';
import type { OrderRecord } from '../record/order-records.js';
import { ORDERS, SHIPPED_ORDERS } from '../record/order-row-counts.js';
import { orderTexts } from '../record/order-texts.js';
import { OrderRow } from '../record/order.entity.js';
import { toOrder } from './order-shown.js';
import { ORDERS_BY_STATE } from './orders-by-state.js';

type Get = CallOf<typeof order.get>;
type Sort = NonNullable<Get['input']['sort']>;

const readLines = pageChildrenReader(
  'listed_lines',
  rowColumns(OrderProductRow, 'line'),
  'order_id',
  `FROM sales.sale_order_product line WHERE account_id = $1 AND order_id = ANY($2) AND date_deleted IS NULL
   ORDER BY order_id, position`,
);

const COLUMNS = rowColumns(OrderRow, 'sale');
const LIST: LongListTerms<OrderRecord, Sort> = {
  table: 'sales.sale_order',
  key: 'order_id',
  columns: { times: COLUMNS.times, sql: { ...COLUMNS.sql, customer_id: currentCustomer('sale') } },
  sorts: {
    order_id: 'sale.order_id',
    shipping_date: { by: 'sale.shipping_date', isNullable: true },
    date_ordered: 'sale.date_ordered',
    date_added: 'sale.date_added',
    date_modified: 'sale.date_modified',
  },
  counters: [ORDERS, SHIPPED_ORDERS].map((counts) => counterOf('sales', counts)),
  preparedValues: 1,
  lookups: ['order_id'],
  search: { alias: 'sale', text: orderTexts('sale'), codes: codesOf },
};
const BY_STATE = {
  ...LIST,
  table: ORDERS_BY_STATE,
  search: { alias: 'sale', text: orderTexts('sale', 'indexed_id'), codes: codesOf },
};

@Injectable()
export class OrderList {
  private readonly orders: LongList<OrderRecord, Sort>;
  private readonly ordersByState: LongList<OrderRecord, Sort>;

  constructor(private readonly db: Db) {
    this.orders = new LongList(db, LIST);
    this.ordersByState = new LongList(db, BY_STATE);
  }

  async page(call: Get): Promise<Cut & { total: number; orders: ListedOrder[] }> {
    const { caller, input } = call;
    const orders = isByState(input) ? this.ordersByState : this.orders;
    const page = await orders.page(conditionsOf(call), input);
    const ids = page.rows.map(({ order_id }) => order_id);
    const [total, { children: lines, fitting }] = await Promise.all([
      page.total(),
      readLines(this.db, caller.account_id, ids, isAsked(input, 'products')),
    ]);
    const shown = page.rows
      .slice(0, fitting)
      .map((row) => Object.assign(toOrder(row, lines.get(row.order_id) ?? []), recordMarks(input, row)));
    return { total, orders: shown, ...(fitting < ids.length ? cutAfter(input, fitting) : page.cut) };
  }
}

const WITH_ITEM = `sale.order_id IN (SELECT line.order_id FROM sales.sale_order_product line
  WHERE line.account_id = $1 AND line.item_id = ? AND line.item_id > 0 AND line.date_deleted IS NULL)`;

const isByState = ({ sort, filter_deducted, filter_date_type, filter_date_start, filter_date_end }: Get['input']) =>
  sort === 'date_modified' ||
  filter_deducted !== undefined ||
  (filter_date_type === 'date_modified' && Boolean(filter_date_start || filter_date_end));

function conditionsOf({ caller, input }: Get): Conditions {
  const where = Conditions.of(caller, 'sale').addScope(caller, 'channel_id');
  if (!input.filter_deleted) where.add('date_deleted', 'IS NULL');
  if (input.order_id !== undefined) where.add('order_id', '= ?', input.order_id);
  if (input.filter_imported_order_id) where.add('imported_order_id', '= ?', input.filter_imported_order_id);
  if (input.filter_customer_id) where.add('customer_id', OF_CUSTOMER, input.filter_customer_id);
  if (input.filter_channel_id) where.add('channel_id', '= ?', input.filter_channel_id);
  const { filter_name, filter_email, filter_telephone } = input;
  if (filter_name) where.addPart('name', text, ['sale.name'], filter_name);
  if (filter_email) where.addPart('email', text, ['sale.email'], filter_email);
  if (filter_telephone) where.addPart('telephone', text, ['sale.telephone', 'sale.telephone_2'], filter_telephone);
  if (input.filter_order_status)
    where.add('order_status_id', '= ANY (?::bigint[])', parseIds(input.filter_order_status));
  addExact(where, 'payment_method', input.filter_payment_method);
  addExact(where, 'shipping_method', input.filter_shipping_method);
  addExact(where, 'shipping_tracking', input.filter_shipping_tracking);
  addExact(where, 'postcode', input.filter_postcode);
  if (input.filter_product) where.addSql('order_id', WITH_ITEM, input.filter_product);
  if (input.filter_deducted !== undefined) where.add('deducted', '= ?', input.filter_deducted);
  if (input.filter_total_min !== undefined) where.add('total', '>= ?', input.filter_total_min);
  if (input.filter_total_max !== undefined) where.add('total', '<= ?', input.filter_total_max);
  if (input.filter_shipping_date) {
    const day = DateTime.fromISO(input.filter_shipping_date).setZone(caller.zone).startOf('day');
    where.add('shipping_date', '>= ?', day.toJSDate());
    where.add('shipping_date', '< ?', day.plus({ days: 1 }).startOf('day').toJSDate());
  }
  const date = input.filter_date_type ?? 'date_added';
  if (input.filter_date_start) where.add(date, '>= ?', input.filter_date_start);
  if (input.filter_date_end) where.add(date, '<= ?', input.filter_date_end);
  return where;
}

/** Returns an order's number, and its numbers elsewhere. No index has the imported numbers of deleted orders. */
function codesOf(search: string): Code[] {
  const tracking = `(sale.shipping_tracking = ? AND ${indexed('sale.shipping_tracking')})`;
  return [
    ...(/^\d{1,15}$/.test(search) ? [{ sql: 'sale.order_id = ?', value: Number(search) }] : []),
    { sql: '(sale.imported_order_id = ? AND sale.date_deleted IS NULL)', value: search },
    ...(isIndexed(search) ? [{ sql: tracking, value: search }] : []),
  ];
}

/** Compares a text as a whole, through the index that holds all but the longest ones. */
function addExact(where: Conditions, column: string, value = ''): void {
  if (!value) return;
  where.add(column, '= ?', value);
  if (isIndexed(value)) where.addSql(column, indexed(`sale.${column}`));
}
