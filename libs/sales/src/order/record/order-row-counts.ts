import type { RowCounts } from '@stockbook/persistence';

export const ORDERS: RowCounts = {
  table: 'sale_order',
  columns: { channel_id: 'bigint', order_status_id: 'bigint', payment_method: 'text' },
};

/** Clients name shipping methods freely, so there may be as many of these as orders: they are counted apart. */
export const SHIPPED_ORDERS: RowCounts = {
  table: 'sale_order',
  columns: { shipping_method: 'text' },
  lookup: 'shipping_method',
};
