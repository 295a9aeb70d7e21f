import type { Component, ItemBundle } from '@stockbook/contracts';
import { childrenReaders, type Reader } from '@stockbook/persistence';
import { Big } from 'big.js';

export interface ComponentRow extends ItemBundle {
  readonly item_id: number;
  /** The cost of one piece of the component, as a decimal text. */
  readonly average_cost: string;
}

export const componentsOf = childrenReaders<ComponentRow, 'item_id'>(
  'components_of_items',
  {
    times: [],
    sql: {
      item_id: 'component.item_id',
      bundle_item_id: 'component.bundle_item_id',
      name: 'item.name',
      quantity: 'component.quantity',
      average_cost: 'COALESCE(cost.average_cost, 0)::text',
    },
  },
  'item_id',
  `FROM inventory.item_bundle component
   JOIN inventory.item ON item.account_id = component.account_id AND item.item_id = component.bundle_item_id
   LEFT JOIN inventory.item_cost cost ON cost.account_id = component.account_id
     AND cost.item_id = component.bundle_item_id
   WHERE component.account_id = $1 AND component.item_id = ANY ($2::bigint[])
   ORDER BY component.item_id, component.position`,
);

/** Reads the components of items that are bundles, by item. Without a bundle nothing is read. */
export const componentsByItem = (
  reader: Reader,
  account_id: number,
  items: readonly { readonly item_id: number; readonly bundle: boolean }[],
): Promise<ReadonlyMap<number, readonly ComponentRow[]>> =>
  componentsOf.all(
    reader,
    account_id,
    items.filter(({ bundle }) => bundle).map(({ item_id }) => item_id),
  );

/** Returns a component as documents keep it. */
export const snapshotOf = (components: readonly ComponentRow[]): Component[] =>
  components.map(({ bundle_item_id, quantity }) => ({ item_id: bundle_item_id, quantity }));

export const bundleCost = (components: readonly ComponentRow[]): Big =>
  components.reduce((sum, { quantity, average_cost }) => sum.plus(new Big(average_cost).times(quantity)), new Big(0));
