import type { Item } from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import { itemsById } from './item-list.js';
import { childrenOf, type GroupNames, toItem } from './item-view.js';

export async function shownItems(
  tx: Tx,
  ids: readonly number[],
  groupNames: GroupNames,
): Promise<ReadonlyMap<number, Item>> {
  const { account_id } = tx;
  const rows = await itemsById(tx, account_id, ids);
  const children = await childrenOf(tx, account_id, rows);
  return new Map(rows.map((row) => [row.item_id, toItem(row, { ...children, groupNames })]));
}

export async function shownItem(tx: Tx, item_id: number, names: GroupNames): Promise<Item> {
  const item = (await shownItems(tx, [item_id], names)).get(item_id);
  if (!item) throw new Error(`The locked item ${item_id} is gone.`);
  return item;
}
