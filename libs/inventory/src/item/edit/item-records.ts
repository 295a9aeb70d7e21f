import {
  type Caller,
  type CallOf,
  type Fault,
  type item,
  itemChanged,
  type ItemNaming,
  noRecord,
  Refused,
} from '@stockbook/contracts';
import { publishAll } from '@stockbook/messaging';
import { claim, type Db, isLimited, statement, type Tx } from '@stockbook/persistence';
import { actorOf, factRow, isChange, modifiedNow, publishFact } from '@stockbook/service';
import { columnsOf } from '../record/item-columns.js';
import { shownItem, shownItems } from '../list/item-facts.js';
import { type NamedItem, resolve, type Resolved } from './item-names.js';
import { sharedCodes } from './shared-codes.js';
import { changeOfBundle, saveComponents } from '../bundle/bundle-changes.js';
import { type KindChange, requireAsked } from '../bundle/kind-changes.js';
import { bookQuantities } from '../stock/item-quantities.js';
import { openCategories, referenceFaults } from '../record/item-rules.js';
import type { ItemUses } from './item-uses.js';
import type { GroupNames } from '../list/item-view.js';
import { ItemRow } from '../record/item.entity.js';

const NEW = { item_id: 0, brand_id: 0, parent_id: 0, categories: [] };

interface WrittenItem {
  readonly item_id: number;
  readonly warnings?: string[];
}

const written = (item_id: number, warnings: string[]): WrittenItem => ({
  item_id,
  ...(warnings.length && { warnings }),
});

/** Adds an item with its opening stock, unless there are faults already or more are found. */
export async function addItem(
  tx: Tx,
  call: CallOf<typeof item.add>,
  { faults, names, uses }: Omit<EditLookups, 'asked'>,
): Promise<WrittenItem> {
  const { caller, input } = call;
  const open = await openCategories(tx, input);
  const { components = [], faults: own } = await changeOfBundle(tx, caller, input);
  Refused.ifAny([...faults, ...own, ...(await referenceFaults(tx, caller, input, open, NEW))]);
  const bundle = components.length > 0;
  const columns = { account_id: caller.account_id, ...columnsOf(input), bundle };
  const { identifiers } = await tx.manager.insert(ItemRow, columns);
  const item_id = Number(identifiers[0]?.['item_id']);
  if (bundle) Refused.ifAny(await saveComponents(tx, caller, { item_id, bundle: false }, components, uses));
  await bookQuantities(tx, caller, { item_id, version: 1, cost: input.cost, bundle }, input.locations);
  const after = await shownItem(tx, item_id, names);
  publishFact(tx, itemChanged, { id: item_id, sequence: 1, change: 'added', actor: actorOf(call), after });
  return written(item_id, await sharedCodes(tx, caller, { item_id, gtin: '', barcode: '' }, input));
}

/** The item that the request names by its id, or without one by its model, sku or barcode. */
export const editedItem = (reader: Db | Tx, { caller, input }: CallOf<typeof item.edit>): Promise<Resolved> => {
  const { item_id, model, sku, barcode } = input;
  return resolve(reader, caller, [item_id ? { item_id } : { model, sku, barcode }], () => '');
};

/** The handler asks other services for these before the transaction. */
interface EditLookups {
  readonly faults: readonly Fault[];
  readonly asked: KindChange | undefined;
  readonly names: GroupNames;
  readonly uses: ItemUses;
}

export async function editItem(
  tx: Tx,
  call: CallOf<typeof item.edit>,
  { faults, asked, names, uses }: EditLookups,
): Promise<WrittenItem> {
  const { caller, input } = call;
  const { items, faults: ofNaming } = await editedItem(tx, call);
  Refused.ifAny(ofNaming);
  const [named] = items;
  const open = await openCategories(tx, input);
  const { components, faults: ofBundle } = await changeOfBundle(tx, caller, input, named?.item_id);
  const row = await claim(tx, caller, ItemRow, { item_id: named?.item_id });
  const { account_id, item_id } = row;
  const isMoved = input.channel_group_id !== row.channel_group_id;
  const own = faults.filter(({ field }) => isMoved || field !== 'channel_group_id');
  Refused.ifAny([...own, ...ofBundle, ...(await referenceFaults(tx, caller, input, open, row))]);
  const bundle = components ? components.length > 0 : row.bundle;
  const given = { ...columnsOf(input, row), bundle };
  if (!input.locations?.length && !components && !isChange(row, given)) return { item_id };
  const before = await shownItem(tx, item_id, names);
  const version = row.version + 1;
  if (bundle !== row.bundle) requireAsked(row, bundle, asked);
  if (components)
    Refused.ifAny([...(await saveComponents(tx, caller, row, components, uses)), ...(asked?.faults ?? [])]);
  await bookQuantities(tx, caller, { item_id, version, cost: input.cost ?? row.cost, bundle }, input.locations);
  // After the stock's locks: a date taken before the wait could be older than a poller's cursor.
  const columns = { ...given, version, date_modified: modifiedNow };
  await tx.manager.update(ItemRow, { account_id, item_id }, columns);
  const after = await shownItem(tx, item_id, names);
  const actor = actorOf(call);
  publishFact(tx, itemChanged, { id: item_id, sequence: version, change: 'edited', actor, before, after });
  return written(item_id, await sharedCodes(tx, caller, row, input));
}

const LIVING = 'account_id = $1 AND item_id = ANY ($2::bigint[]) AND date_deleted IS NULL';
const LOCK = statement('lock_items', `SELECT FROM inventory.item WHERE ${LIVING} ORDER BY item_id FOR UPDATE`);
const DELETE = statement(
  'delete_items',
  `UPDATE inventory.item SET date_deleted = now(), date_modified = ${modifiedNow()}, version = version + 1
   WHERE ${LIVING} RETURNING item_id, version`,
);

/** Deletes the item named, or the whole batch, or nothing if one is still in use. Stock and flow stay. */
export async function deleteItems(tx: Tx, call: CallOf<typeof item.delete>, names: GroupNames, uses: ItemUses) {
  const { caller, input } = call;
  const { batch_id = [], ...naming } = input;
  const batch = [...new Set(batch_id)];
  const items = await found(tx, caller, batch.length ? batch.map((item_id) => ({ item_id })) : [naming]);
  const item_ids = items.map(({ item_id }) => item_id);
  if (isLimited(caller)) for (const item_id of item_ids) await claim(tx, caller, ItemRow, { item_id });
  // All locks before the first date, in their order.
  tx.send(LOCK, [caller.account_id, item_ids]);
  const deleted = await tx.query<{ item_id: number; version: number }>(DELETE, [caller.account_id, item_ids]);
  const versions = new Map(deleted.map(({ item_id, version }) => [item_id, version]));
  Refused.ifAny(item_ids.filter((item_id) => !versions.has(item_id)).map((item_id) => noRecord('item', item_id)));
  Refused.ifAny(await uses.ofDeleted(tx, caller, item_ids, batch.length ? 'batch_id' : 'item_id'));
  const actor = actorOf(call);
  const rows = [...(await shownItems(tx, item_ids, names))].map(([id, after]) =>
    factRow(tx, itemChanged, { id, sequence: versions.get(id) ?? 0, change: 'deleted', actor, after }),
  );
  publishAll(tx, rows);
  return batch.length ? { item_ids } : { item_id: item_ids[0] };
}

/** The items that a request is about; refuses unless every naming names one. */
async function found(tx: Tx, caller: Caller, namings: readonly ItemNaming[]): Promise<NamedItem[]> {
  const { items, faults } = await resolve(tx, caller, namings, () => '');
  Refused.ifAny(faults);
  return items.filter((item) => item !== undefined);
}
