import { type Caller, type Fault, MOST_COUNTED, Refused, type StockTakeJobAdd } from '@stockbook/contracts';
import { scopeCondition, statement, type Tx, visibleIds } from '@stockbook/persistence';
import { missingFaults } from '@stockbook/service';
import { withDescendants } from '../item/record/category-tree.js';
import { itemsOfLines } from '../document/document-items.js';
import { holdKinds } from '../item/bundle/kind-changes.js';
import { itemsInCategory } from '../item/record/item-category.js';

/** An item that a stock take has a line for. */
export interface ItemToCount {
  readonly item_id: number;
  readonly name: string;
}

/** Returns the items that a new stock take is to count. It refuses with every reason, those that are `known` first. */
export async function selectedItems(
  tx: Tx,
  caller: Caller,
  input: StockTakeJobAdd,
  known: readonly Fault[],
): Promise<ItemToCount[]> {
  const { items, category_id, brand_id, all } = input;
  const missing = (to: string, value = 0) => missingFaults(tx, caller, to, value ? [{ field: `${to}_id`, value }] : []);
  Refused.ifAny([...known, ...(await missing('category', category_id)), ...(await missing('brand', brand_id))]);
  const given = [items, category_id, brand_id, all].filter(Boolean).length;
  if (given !== 1) {
    const message = 'Exactly one of items, category_id, brand_id and all says which items are to be counted.';
    throw new Refused({ code: 'invalid', field: 'items', message });
  }
  if (items) return namedItemsToCount(tx, caller, [], items);
  const found = await itemsOfGroup(tx, caller, input);
  if (found.length > 0 && found.length <= MOST_COUNTED) return found;
  const field = all ? 'all' : category_id ? 'category_id' : 'brand_id';
  const message = found.length
    ? `${field} names more than ${MOST_COUNTED} items: take stock of a part of them at a time.`
    : `${field} names no items that could be counted.`;
  throw new Refused({ code: 'invalid', field, message });
}

/** Returns the items of a request, in its order; those that are `known` to the stock take may be deleted. */
export async function namedItemsToCount(
  tx: Tx,
  caller: Caller,
  known: readonly ItemToCount[],
  given: readonly { readonly item_id: number }[],
): Promise<ItemToCount[]> {
  const names = new Map(known.map(({ item_id, name }) => [item_id, name]));
  const lines = given.map((line, line_id) => ({
    given: line,
    line_id,
    stored: names.has(line.item_id) ? line : undefined,
  }));
  holdKinds(tx);
  const { items, faults } = await itemsOfLines(tx, caller, 'items', lines);
  const first = new Map(given.map(({ item_id }, index) => [item_id, index] as const).toReversed());
  const repeated = given.flatMap(({ item_id }, index): Fault[] => {
    if (first.get(item_id) === index) return [];
    const field = `items[${index}].item_id`;
    return [{ code: 'invalid', field, message: `items[${index}] names item ${item_id} a second time.` }];
  });
  Refused.ifAny([...faults, ...repeated]);
  return given.map(({ item_id }) => ({ item_id, name: names.get(item_id) ?? items.get(item_id)?.name ?? '' }));
}

const IN_CATEGORIES = `item_id IN ${itemsInCategory('= ANY ($3::bigint[])')}`;
const itemsWhere = (name: string, condition: string) =>
  statement(
    name,
    `SELECT item_id, name FROM inventory.item
     WHERE account_id = $1 AND date_deleted IS NULL AND NOT bundle
       AND ($2::bigint[] IS NULL OR ${scopeCondition('channel_group_id', '$2')}) AND ${condition}
     ORDER BY item_id LIMIT ${MOST_COUNTED + 1}`,
  );
const OF_CATEGORIES = itemsWhere('items_of_categories_to_count', IN_CATEGORIES);
const OF_BRAND = itemsWhere('items_of_brand_to_count', 'brand_id = $3');
const ALL = itemsWhere('all_items_to_count', 'true');

/** Returns the living items that the caller sees, of the group that a request names; bundles have no stock. */
async function itemsOfGroup(
  tx: Tx,
  caller: Caller,
  { category_id, brand_id }: StockTakeJobAdd,
): Promise<ItemToCount[]> {
  holdKinds(tx);
  const values = [tx.account_id, visibleIds(caller, 'channel_group_id')];
  if (brand_id) return tx.query<ItemToCount>(OF_BRAND, [...values, brand_id]);
  if (!category_id) return tx.query<ItemToCount>(ALL, values);
  return tx.query<ItemToCount>(OF_CATEGORIES, [...values, await withDescendants(tx, tx.account_id, [category_id])]);
}
