import type { OrderImport } from '@stockbook/client';
import type { Goods } from './goods.js';
import { channels } from './orders.js';
import type { Places } from './places.js';
import type { PlannedOrder } from './plan.js';

const DAY_MS = 86_400_000;
const SHIPPING = 6.9;
const FREE_FROM = 80;
const cents = (amount: number): number => Math.round(amount * 100) / 100;

/** Returns an order as its channel sends it. */
export function orderBody(order: PlannedOrder, places: Places, goods: Goods): OrderImport {
  const { number, channel, person, lines, prices, status, placed } = order;
  const isRemote = channels[channel].location === 'depot';
  const value = cents(lines.reduce((sum, { quantity }, index) => sum + quantity * prices[index]!, 0));
  const totals = totalsOf(order, value, places, isRemote);
  const isSent = isRemote && (status === 'Completed' || status === 'Shipped');
  const shipped = new Date(placed.getTime() + DAY_MS);
  return {
    ...{ imported_order_id: number, channel_id: places.channels[channel], order_status_id: places.statuses[status] },
    customer_id: person ? 0 : places.walkIn,
    ...(person ?? { firstname: 'Walk-in', lastname: 'customer', email: '', telephone: '' }),
    ...{ address_1: '', city: '', postcode: '', country: '', ...(isRemote && person) },
    ...{ company: '', telephone_2: '', address_2: '', zone: '', comment: '' },
    date_ordered: placed.toISOString(),
    shipping_method: isRemote ? 'Parcel service' : '',
    shipping_date: isSent ? shipped.toISOString() : '',
    shipping_tracking: isSent ? `PS${number.replace(/\D/g, '').padStart(9, '7')}` : '',
    ...{ currency: 'USD', currency_value: 0, split_payment: 0, payment_method: paymentOf(order, places, value) },
    total: cents(value + totals.reduce((sum, { price }) => sum + price, 0)),
    products: lines.map(({ sku, quantity }, index) => ({
      ...{ item_id: goods.idOf(sku), name: goods.nameOf(sku), model: sku, sku, quantity, price: prices[index]! },
      ...{ discount: 0, discount_total: 0 },
    })),
    totals,
  };
}

function totalsOf({ promotion }: PlannedOrder, value: number, places: Places, isRemote: boolean) {
  const totals = [];
  if (promotion) {
    const { name, coupon, percent } = promotion;
    const code = `promotion.${places.promotions[coupon]}.${coupon}`;
    totals.push({ name, code, price: -cents((value * percent) / 100), sort_order: 1 });
  }
  if (isRemote && value < FREE_FROM)
    totals.push({ name: 'Shipping', code: 'shipping', price: SHIPPING, sort_order: 2 });
  return totals;
}

function paymentOf({ status, channel, number }: PlannedOrder, { payments }: Places, value: number): number {
  if (status === 'Pending') return payments['Bank transfer'];
  const isCash =
    channel === 'stall' || (channels[channel].location !== 'depot' && value < 60 && Number(number.at(-1)) < 6);
  return isCash ? payments.Cash : payments.Card;
}
