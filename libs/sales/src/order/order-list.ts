import { type CallOf, idsOf, type ListedOrder, type order } from '@stockbook/contracts';
import { contains, type Db, deletedFlag, windowOf } from '@stockbook/persistence';
import { DateTime } from 'luxon';
import type { SelectQueryBuilder } from 'typeorm';
import { toListedOrder } from './order-shown.js';
import { manyOf } from '../columns.js';
import { linesByOrder } from './order-records.js';
import { OrderProductRow } from './order-product.entity.js';
import { OrderRow } from './order.entity.js';
import type { SharedLookups } from './shared-lookups.js';

type Get = CallOf<typeof order.get>;
type Sort = NonNullable<Get['input']['sort']>;

const sortColumns: Record<Sort, string> = {
  order_id: 'sale.order_id',
  shipping_date: 'sale.shipping_date',
  date_ordered: 'sale.date_ordered',
  date_added: 'sale.date_added',
  date_modified: 'sale.date_modified',
};

const readOrders = manyOf(
  OrderRow,
  'listed_orders',
  'FROM sales.sale_order WHERE account_id = $1 AND order_id = ANY($2)',
);
const readLines = manyOf(
  OrderProductRow,
  'listed_lines',
  `FROM sales.sale_order_product WHERE account_id = $1 AND order_id = ANY($2) AND date_deleted IS NULL
   ORDER BY order_id, position`,
);

/**
 * The page of orders that a request asks for: the ids by an index alone, then what they name. How many there are takes far
 * longer in a long list, for it is exact.
 */
export async function listOrders(
  db: Db,
  counts: SharedLookups<number>,
  call: Get,
): Promise<{ total: number; orders: ListedOrder[] }> {
  const { caller, input } = call;
  const query = filtered(db, call);
  const counting = counts.ask(JSON.stringify(query.getQueryAndParameters()), () => query.clone().getCount());
  const [ids, total] = await Promise.all([pageOfIds(query.clone(), input), counting]);
  if (!ids.length) return { total, orders: [] };
  const [orders, lines] = await Promise.all([
    readOrders(db, caller.account_id, ids),
    readLines(db, caller.account_id, ids),
  ]);
  const orderOf = new Map(orders.map((row) => [row.order_id, row]));
  const linesOf = linesByOrder(lines);
  return {
    total,
    orders: ids.flatMap((id) => {
      const row = orderOf.get(id);
      return row ? [Object.assign(toListedOrder(row, linesOf.get(id) ?? []), deletedFlag(input, row))] : [];
    }),
  };
}

async function pageOfIds(
  query: SelectQueryBuilder<OrderRow>,
  { sort = 'order_id', order = 'DESC', ...page }: Get['input'],
): Promise<number[]> {
  const { limit, offset } = windowOf(page);
  // What is not shipped counts as the earliest: one index then serves both directions.
  const nulls = sort !== 'shipping_date' ? undefined : order === 'ASC' ? 'NULLS FIRST' : 'NULLS LAST';
  query.select('sale.order_id', 'order_id').orderBy(sortColumns[sort], order, nulls);
  const rows = await query
    .addOrderBy('sale.order_id', order)
    .limit(limit)
    .offset(offset)
    .getRawMany<{ order_id: number }>();
  return rows.map(({ order_id }) => order_id);
}

function filtered(db: Db, { caller, input }: Get): SelectQueryBuilder<OrderRow> {
  const query = db.read(OrderRow, 'sale', caller);
  if (caller.channel_ids) query.andWhere('sale.channel_id = ANY(:channels)', { channels: caller.channel_ids });
  if (input.order_id !== undefined) query.andWhere('sale.order_id = :id', { id: input.order_id });
  if (input.filter_imported_order_id)
    query.andWhere('sale.imported_order_id = :imported', { imported: input.filter_imported_order_id });
  if (input.filter_customer_id) query.andWhere('sale.customer_id = :customer', { customer: input.filter_customer_id });
  if (input.filter_channel_id) query.andWhere('sale.channel_id = :channel', { channel: input.filter_channel_id });
  if (input.filter_name) query.andWhere('sale.name ILIKE :name', { name: contains(input.filter_name) });
  if (input.filter_email) query.andWhere('sale.email ILIKE :email', { email: contains(input.filter_email) });
  if (input.filter_telephone)
    query.andWhere('(sale.telephone ILIKE :telephone OR sale.telephone_2 ILIKE :telephone)', {
      telephone: contains(input.filter_telephone),
    });
  if (input.filter_order_status)
    query.andWhere('sale.order_status_id = ANY(:statuses)', { statuses: idsOf(input.filter_order_status) });
  if (input.filter_payment_method)
    query.andWhere('sale.payment_method = :payment', { payment: input.filter_payment_method });
  if (input.filter_shipping_method)
    query.andWhere('sale.shipping_method = :shipping', { shipping: input.filter_shipping_method });
  if (input.filter_shipping_tracking)
    query.andWhere('sale.shipping_tracking = :tracking', { tracking: input.filter_shipping_tracking });
  if (input.filter_postcode) query.andWhere('sale.postcode = :postcode', { postcode: input.filter_postcode });
  if (input.filter_shipping_date) {
    const day = DateTime.fromISO(input.filter_shipping_date).setZone(caller.zone).startOf('day');
    const bounds = { shipped: day.toJSDate(), before: day.plus({ days: 1 }).startOf('day').toJSDate() };
    query.andWhere('sale.shipping_date >= :shipped AND sale.shipping_date < :before', bounds);
  }
  const date = `sale.${input.filter_date_type ?? 'date_added'}`;
  if (input.filter_date_start) query.andWhere(`${date} >= :start`, { start: input.filter_date_start });
  if (input.filter_date_end) query.andWhere(`${date} <= :end`, { end: input.filter_date_end });
  return input.filter_deleted ? query.withDeleted() : query;
}
