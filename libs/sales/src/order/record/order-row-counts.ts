import type { RowCounts } from '@stockbook/persistence';

/** Counts orders by columns of few values. Clients name shipping methods freely, so there may be as many of these as orders. */
export const ORDERS: RowCounts = {
  table: 'sale_order',
  columns: { channel_id: 'bigint', order_status_id: 'bigint', payment_method: 'text' },
};
