import type { RowCounts } from '@stockbook/persistence';

/** Orders, by what the account's settings give them: the names of shipping methods are the clients' own, and may be as many as orders. */
export const ORDERS: RowCounts = {
  table: 'sale_order',
  columns: { channel_id: 'bigint', order_status_id: 'bigint', payment_method: 'text' },
};
