import type { OrderAdd, OrderProductAdd } from '@stockbook/contracts';
import type { KnownLine, KnownOrder } from '../known.js';
import type { ShopAccount } from '../shop.js';

export const productOf = ({ item_id, quantity }: KnownLine): OrderProductAdd => ({
  item_id,
  quantity,
  name: `Item ${item_id}`,
  model: '',
  sku: '',
  price: 10,
  discount: 0,
  discount_total: 0,
});

/** There are few carriers, one of them empty, because orders are counted by carrier. */
export const carrierOf = ({ length }: readonly KnownLine[]): string => (length > 1 ? `Carrier ${length}` : '');

type Ordered = Pick<KnownOrder, 'token' | 'lines' | 'order_status_id'>;

export function orderBody(account: ShopAccount, channel: number, { token, lines, order_status_id }: Ordered): OrderAdd {
  const empty = { company: '', telephone: '', telephone_2: '', address_1: '', address_2: '', city: '', postcode: '' };
  const unset = {
    country: '',
    zone: '',
    shipping_method: carrierOf(lines),
    shipping_date: '',
    date_ordered: '',
    comment: '',
  };
  return {
    ...empty,
    ...unset,
    imported_order_id: '',
    shipping_tracking: token,
    channel_id: account.channel_ids[channel] ?? 0,
    customer_id: 0,
    firstname: 'Ada',
    lastname: 'Lovelace',
    email: '',
    currency: 'USD',
    currency_value: 0,
    payment_method: account.payment_method_id,
    total: 10,
    products: lines.map(productOf),
    totals: [],
    split_payment: 0,
    order_status_id,
  };
}
