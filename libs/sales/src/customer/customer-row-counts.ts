import type { RowCounts } from '@stockbook/persistence';

export const CUSTOMERS: RowCounts = { table: 'customer', columns: { customer_group_id: 'bigint' } };
