import type { Tally } from '@stockbook/persistence';

/** Items, by what many of them share. */
export const ITEMS: Tally = {
  table: 'item',
  columns: { channel_group_id: 'bigint', brand_id: 'bigint', bundle: 'boolean' },
};
