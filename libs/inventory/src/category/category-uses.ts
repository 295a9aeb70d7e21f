import type { Caller, Fault } from '@stockbook/contracts';
import { hiddenColumn, statement, type Tx, visibleIds } from '@stockbook/persistence';
import { inUse, MOST_NAMED, type ReferrerRow, referrersOf } from '@stockbook/service';

const HIDDEN = hiddenColumn('channel_group_id', '$3');
const ITEMS = statement(
  'items_of_category',
  `WITH member AS NOT MATERIALIZED (
     SELECT item_id, ${HIDDEN} FROM inventory.item_category
     WHERE account_id = $1 AND category_id = $2 AND date_deleted IS NULL
   )
   SELECT id, item.name, (SELECT count(*) FROM member)::int AS total, hidden
   FROM (SELECT item_id AS id, hidden FROM member ORDER BY hidden, item_id LIMIT ${MOST_NAMED}) first
   JOIN inventory.item ON item.account_id = $1 AND item.item_id = id ORDER BY hidden, id`,
);

export async function itemFaults(tx: Tx, caller: Caller, category_id: number): Promise<Fault[]> {
  const key = [tx.account_id, category_id, visibleIds(caller, 'channel_group_id')];
  const items = referrersOf(await tx.query<ReferrerRow>(ITEMS, key));
  return inUse('category_id', `Category ${category_id} is still a category of`, 'item', items);
}
