import type { RowCounts } from '@stockbook/persistence';

/** Items, by what many of them share. */
export const ITEMS: RowCounts = {
  table: 'item',
  columns: { channel_group_id: 'bigint', brand_id: 'bigint', bundle: 'boolean' },
};
