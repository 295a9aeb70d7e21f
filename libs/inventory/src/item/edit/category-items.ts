import { type Call, itemChanged, Refused } from '@stockbook/contracts';
import { publishAll } from '@stockbook/messaging';
import { mayChange, statement, type Tx } from '@stockbook/persistence';
import { actorOf, factRow, modifiedNow } from '@stockbook/service';
import { shownItems } from '../list/item-facts.js';
import type { GroupNames } from '../list/item-view.js';
import { itemsInCategory } from '../record/item-category.js';

/** The facts of this many items are written in time. */
const MOST = 1_000;

const LOCK = statement(
  'lock_items_of_category',
  `SELECT item_id, channel_group_id FROM inventory.item
   WHERE account_id = $1 AND item_id IN ${itemsInCategory('= $2')} AND date_deleted IS NULL
   ORDER BY item_id LIMIT ${MOST + 1} FOR UPDATE`,
);
const TAKE_OUT = statement(
  'take_items_out_of_category',
  `UPDATE inventory.item SET categories = array_remove(categories, $3::bigint), date_modified = ${modifiedNow()},
     version = version + 1
   WHERE account_id = $1 AND item_id = ANY ($2::bigint[]) RETURNING item_id, version`,
);

export async function takeItemsOut(tx: Tx, call: Call, category_id: number, names: GroupNames): Promise<void> {
  const { account_id } = tx;
  const items = await tx.query<{ item_id: number; channel_group_id: number }>(LOCK, [account_id, category_id]);
  if (items.length > MOST) {
    const message = `take_out takes at most ${MOST} items out of a category; category ${category_id} has more.`;
    throw new Refused({ code: 'in_use', field: 'take_out', message });
  }
  const ids = items.filter((item) => mayChange(call.caller, item)).map(({ item_id }) => item_id);
  if (!ids.length) return;
  const before = await shownItems(tx, ids, names);
  const changed = await tx.query<{ item_id: number; version: number }>(TAKE_OUT, [account_id, ids, category_id]);
  const after = await shownItems(tx, ids, names);
  const actor = actorOf(call);
  const facts = changed.flatMap(({ item_id: id, version: sequence }) => {
    const [was, is] = [before.get(id), after.get(id)];
    return was && is
      ? [factRow(tx, itemChanged, { id, sequence, change: 'edited', actor, before: was, after: is })]
      : [];
  });
  publishAll(tx, facts);
}
