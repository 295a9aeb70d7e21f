import { type Order, type OrderProduct, shownDate } from '@stockbook/contracts';
import { Big } from 'big.js';
import { isLocked } from '../record/editing-lock.js';
import type { LineRecord, OrderRecord } from '../record/order-records.js';
import { allocatedTo } from '../promotion/order-promotions.js';
import { unitCostOf } from '../record/order-sums.js';

/** One literal, because objects that grow by spreading are slow. */
export const toOrder = (row: OrderRecord, lines: readonly LineRecord[]): Order => ({
  order_id: row.order_id,
  imported_order_id: row.imported_order_id,
  location_id: row.location_id,
  channel_id: row.channel_id,
  channel: row.channel,
  payment_method: row.payment_method,
  customer_id: row.customer_id,
  firstname: row.firstname,
  lastname: row.lastname,
  email: row.email,
  name: row.name,
  company: row.company,
  telephone: row.telephone,
  telephone_2: row.telephone_2,
  currency: row.currency,
  currency_value: row.currency_value,
  total: row.total,
  cost: row.cost,
  date_added: shownDate(row.date_added),
  date_modified: shownDate(row.date_modified),
  revision: row.version,
  comment: row.comment,
  locked: isLocked(row),
  products: toProducts(row, lines),
  address_1: row.address_1,
  address_2: row.address_2,
  city: row.city,
  postcode: row.postcode,
  country: row.country,
  zone: row.zone,
  order_status: row.order_status,
  order_status_id: row.order_status_id,
  shipping_method: row.shipping_method,
  shipping_tracking: row.shipping_tracking,
  date_ordered: shownDate(row.date_ordered),
  weight: row.weight,
  shipping_label_status_id: row.shipping_label_status_id,
  order_blacklist_id: row.order_blacklist_id,
  shipping_date: shownDate(row.shipping_date),
  payments: row.payments,
  totals: row.totals,
  payouts: row.payouts,
  data: row.data,
});

function toProducts(row: OrderRecord, lines: readonly LineRecord[]): OrderProduct[] {
  const allocated = allocatedTo(row, lines);
  return lines.map((line, i) => toProduct(row, line, allocated[i] ?? 0));
}

const toProduct = (
  { order_status, order_status_id }: OrderRecord,
  line: LineRecord,
  allocated: number,
): OrderProduct => ({
  order_product_id: line.order_product_id,
  imported_order_product_id: line.imported_order_product_id,
  item_id: line.item_id,
  thumb: line.thumb,
  name: line.name,
  model: line.model,
  sku: line.sku,
  quantity: line.quantity,
  price: line.price,
  discount: line.discount,
  discount_total: line.discount_total,
  discount_platform: line.discount_platform,
  totals: line.totals,
  total: line.total,
  allocated,
  cost: new Big(unitCostOf(line)).round(4).toNumber(),
  order_status,
  order_status_id,
  weight: line.weight,
  deducted: line.taken > 0 && line.taken === line.quantity,
  quantity_deducted: line.taken,
  components: line.components ? [...line.components] : undefined,
});
