import type { Fault } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { inUse, MOST_NAMED, type ReferrerRow, referrersOf } from '@stockbook/service';

const CHILDREN = statement(
  'children_of_category',
  `SELECT category_id AS id, name, count(*) OVER ()::int AS total FROM inventory.category
   WHERE account_id = $1 AND parent_id = $2 AND date_deleted IS NULL ORDER BY category_id LIMIT ${MOST_NAMED}`,
);
const ITEMS = statement(
  'items_of_category',
  `WITH member AS NOT MATERIALIZED (
     SELECT item_id FROM inventory.item_category WHERE account_id = $1 AND category_id = $2 AND date_deleted IS NULL
   )
   SELECT item_id AS id, name, (SELECT count(*) FROM member)::int AS total FROM inventory.item
   WHERE account_id = $1 AND item_id IN (SELECT item_id FROM member ORDER BY item_id LIMIT ${MOST_NAMED}) ORDER BY item_id`,
);

/** The children and the items of a locked category. */
export async function categoryUses(tx: Tx, category_id: number): Promise<Fault[]> {
  const key = [tx.account_id, category_id];
  const [children, items] = await Promise.all([
    tx.query<ReferrerRow>(CHILDREN, key),
    tx.query<ReferrerRow>(ITEMS, key),
  ]);
  return [
    ...inUse('category_id', `Category ${category_id} is still the parent of`, 'category', referrersOf(children)),
    ...inUse('category_id', `Category ${category_id} is still a category of`, 'item', referrersOf(items)),
  ];
}
