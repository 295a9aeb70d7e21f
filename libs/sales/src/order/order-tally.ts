import type { Tally } from '@stockbook/persistence';

/** Orders, by what most of them share with many others. */
export const ORDERS: Tally = {
  table: 'sale_order',
  columns: ['channel_id', 'order_status_id', 'payment_method', 'shipping_method'],
};
