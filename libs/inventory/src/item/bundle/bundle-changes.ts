import { type Caller, type Fault, invalidField, type ItemEdit, noReference } from '@stockbook/contracts';
import { maySee, statement, type Tx } from '@stockbook/persistence';
import { inUse, MOST_NAMED, type ReferrerRow, referrersOf } from '@stockbook/service';
import type { ItemUses } from '../record/item-uses.js';
import { lockKinds } from './kind-changes.js';
import type { ItemRow } from '../record/item.entity.js';

type Given = Pick<ItemEdit, 'bundle' | 'item_bundles'>;
type Components = NonNullable<ItemEdit['item_bundles']>;
/** An item before its change; one that is added has the id 0. */
type Known = Pick<ItemRow, 'item_id' | 'bundle'>;

const LIST = 'item_bundles';

/** Returns why a request about components cannot be granted, whatever the database holds. */
export function componentFaults({ bundle, item_bundles }: Given): Fault[] {
  if (bundle !== false || !item_bundles?.length) return [];
  return [invalidField('bundle', `bundle must be 1 or left out with ${LIST}: an item that is no bundle has none.`)];
}

const LOCK = statement(
  'lock_bundle_items',
  `SELECT item_id, channel_group_id, bundle FROM inventory.item
   WHERE account_id = $1 AND item_id = ANY ($2::bigint[]) AND date_deleted IS NULL ORDER BY item_id FOR UPDATE`,
);
const STORED = statement(
  'stored_components',
  `SELECT bundle_item_id, quantity FROM inventory.item_bundle WHERE account_id = $1 AND item_id = $2 ORDER BY position`,
);

interface LockedItem {
  readonly item_id: number;
  readonly channel_group_id: number;
  readonly bundle: boolean;
}

/** The components of an item under the locks of all items in question. */
export interface BundleChange {
  /** The new components; undefined means that they stay. */
  readonly components?: Components;
  readonly faults: readonly Fault[];
}

/** Call this before any other lock on the item. No component is deleted or becomes a bundle meanwhile. */
export async function changeOfBundle(tx: Tx, caller: Caller, input: Given, item_id = 0): Promise<BundleChange> {
  const given = input.bundle === false ? [] : input.item_bundles;
  if (!input.bundle && (item_id ? !given : !given?.length)) return { faults: [] };
  const ids = [...new Set([item_id, ...(given ?? []).map(({ bundle_item_id }) => bundle_item_id)])];
  const locked = await tx.query<LockedItem>(LOCK, [tx.account_id, ids]);
  const stored = item_id ? await tx.query<Components[number]>(STORED, [tx.account_id, item_id]) : [];
  if (input.bundle && !(given ?? stored).length) return { faults: [noComponents] };
  if (!given) return { faults: [] };
  const isSame = given.length === stored.length && given.every((each, at) => isEqual(each, stored[at]));
  const known = new Set(stored.map(({ bundle_item_id }) => bundle_item_id));
  const faults = given.flatMap(({ bundle_item_id: id }, index) => {
    const field = `${LIST}[${index}].bundle_item_id`;
    if (id === item_id) return [invalidField(field, `${field} must be another item than the bundle itself.`)];
    const item = locked.find((each) => each.item_id === id);
    if (!item || !(known.has(id) || maySee(caller, item))) return [noReference(field, 'item', id)];
    return item.bundle ? [invalidField(field, `${field} ${id} is a bundle, and a bundle has no bundles in it.`)] : [];
  });
  return { ...(!isSame && { components: given }), faults };
}

const SAVE = statement(
  'save_components',
  `WITH removed AS (
     DELETE FROM inventory.item_bundle WHERE account_id = $1 AND item_id = $2 AND bundle_item_id <> ALL ($3::bigint[])
   )
   INSERT INTO inventory.item_bundle (account_id, item_id, bundle_item_id, position, quantity)
   SELECT $1, $2, given.bundle_item_id, given.place - 1, given.quantity
   FROM unnest($3::bigint[], $4::int[]) WITH ORDINALITY AS given (bundle_item_id, quantity, place)
   ON CONFLICT (account_id, item_id, bundle_item_id)
   DO UPDATE SET position = excluded.position, quantity = excluded.quantity`,
);
/** Movements of the item wait for the end of the transaction, and find then that it is a bundle. */
const MARK = statement(
  'mark_bundle',
  `INSERT INTO inventory.item_cost (account_id, item_id, bundle) VALUES ($1, $2, $3)
   ON CONFLICT (account_id, item_id) DO UPDATE SET bundle = excluded.bundle`,
);
const STOCKED = statement(
  'locations_of_stocked_item',
  `SELECT location_id AS id, COALESCE(location.name, 'in transit') AS name, count(*) OVER ()::int AS total
   FROM inventory.item_stock LEFT JOIN inventory.location USING (account_id, location_id)
   WHERE account_id = $1 AND item_id = $2 AND (on_hand <> 0 OR reserved <> 0) ORDER BY location_id LIMIT ${MOST_NAMED}`,
);

/** Documents that name it, stock, or being a component stand in its way. */
export async function saveComponents(
  tx: Tx,
  caller: Caller,
  { item_id, bundle }: Known,
  components: Components,
  uses: ItemUses,
): Promise<readonly Fault[]> {
  const key = [tx.account_id, item_id];
  const isBundle = components.length > 0;
  tx.send(SAVE, [
    ...key,
    components.map(({ bundle_item_id }) => bundle_item_id),
    components.map(({ quantity }) => quantity),
  ]);
  if (isBundle === bundle) return [];
  lockKinds(tx);
  tx.send(MARK, [...key, isBundle]);
  const [stocked, ofKind] = await Promise.all([
    isBundle ? tx.query<ReferrerRow>(STOCKED, key) : [],
    uses.ofKind(tx, caller, item_id, LIST),
  ]);
  return [...inUse(LIST, `Item ${item_id} still has stock at`, 'location', referrersOf(stocked)), ...ofKind];
}

const isEqual = (one: Components[number], other: Components[number] | undefined): boolean =>
  one.bundle_item_id === other?.bundle_item_id && one.quantity === other.quantity;

const noComponents = invalidField(LIST, `${LIST} must name the components of a bundle.`);
