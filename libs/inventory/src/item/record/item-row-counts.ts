import type { RowCounts } from '@stockbook/persistence';

export const ITEMS: RowCounts = {
  table: 'item',
  columns: { channel_group_id: 'bigint', brand_id: 'bigint', bundle: 'boolean' },
};
