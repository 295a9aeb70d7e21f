import type { ItemLocation } from '@stockbook/contracts';
import { childrenReaders } from '@stockbook/persistence';
import { IN_TRANSIT } from '../../ledger/locked-stock.js';

export interface StockRow extends Omit<ItemLocation, 'price' | 'location'> {
  readonly item_id: number;
}

const units = (pieces: string) => `min(floor((${pieces})::numeric / component.quantity))::bigint`;
/** A component without stock rows has no pieces. */
const atMostNone = 'CASE WHEN count(*) < component.components THEN 0 END';

/** `which` narrows the rows of `item_bundle`. */
export const bundlesMade = (which = '') =>
  `SELECT component.item_id, stock.location_id,
     LEAST(${units('stock.on_hand - stock.reserved')}, ${atMostNone}) AS quantity,
     LEAST(${units('stock.on_hand')}, ${atMostNone}) AS on_hand
   FROM (
     SELECT item_id, bundle_item_id, quantity, count(*) OVER (PARTITION BY item_id) AS components
     FROM inventory.item_bundle WHERE account_id = $1 ${which}
   ) component
   JOIN inventory.item_stock stock ON stock.account_id = $1 AND stock.item_id = component.bundle_item_id
     AND stock.location_id <> ${IN_TRANSIT}
   GROUP BY component.item_id, component.components, stock.location_id`;

/** `reserved` is what holds of components take away. The thresholds are those of the location. */
export const bundleStockOf = childrenReaders<StockRow, 'item_id'>(
  'stock_of_bundles',
  {
    times: [],
    sql: {
      item_id: 'made.item_id',
      location_id: 'made.location_id',
      quantity: 'made.quantity',
      on_hand: 'made.on_hand',
      reserved: 'made.on_hand - made.quantity',
      incoming: '0',
      name: 'location.name',
      stock_warning: 'location.stock_warning',
      stock_danger: 'location.stock_danger',
      stock_state: `CASE WHEN made.quantity <= 0 THEN 'out' WHEN made.quantity <= location.stock_danger THEN 'danger'
        WHEN made.quantity <= location.stock_warning THEN 'warning' ELSE 'ok' END`,
    },
  },
  'item_id',
  `FROM (
     SELECT item_id, location_id, sum(quantity)::bigint AS quantity, sum(on_hand)::bigint AS on_hand
     FROM (
       ${bundlesMade('AND item_id = ANY ($2::bigint[])')}
       UNION ALL
       SELECT item_id, (settings ->> 'location_id')::bigint, 0, 0
       FROM inventory.item CROSS JOIN jsonb_array_elements(locations) settings
       WHERE account_id = $1 AND item_id = ANY ($2::bigint[])
     ) place GROUP BY item_id, location_id
   ) made
   JOIN inventory.location ON location.account_id = $1 AND location.location_id = made.location_id
   WHERE location.date_deleted IS NULL OR made.on_hand <> 0
   ORDER BY made.item_id, made.location_id`,
);
