import {
  type Call,
  type Caller,
  type CallOf,
  type Fault,
  type item,
  itemChanged,
  type ItemNaming,
  noRecord,
  Refused,
} from '@stockbook/contracts';
import { inTraceOf, publishAll } from '@stockbook/messaging';
import { claim, type Db, isLimited, refuseEach, statement, type Tx } from '@stockbook/persistence';
import { actorOf, factRow, isChange, modifiedNow, publishFact } from '@stockbook/service';
import { columnsOf } from '../record/item-columns.js';
import { shownItem, shownItems } from '../list/item-facts.js';
import { type NamedItem, resolve, type Resolved } from '../record/item-names.js';
import { sharedCodes } from './shared-codes.js';
import { changeOfBundle, saveComponents } from '../bundle/bundle-changes.js';
import { type KindChange, requireAsked } from '../bundle/kind-changes.js';
import { bookOpenings, bookQuantities } from '../stock/item-quantities.js';
import { openCategories, openPlaces, type OpenRecords, relationFaults } from './item-rules.js';
import type { ItemUses } from '../record/item-uses.js';
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

export interface NewItem extends Omit<EditLookups, 'asked'> {
  readonly call: CallOf<typeof item.add>;
}

/** Adds items of one account with their opening stock, unless there are faults already or more are found. */
export async function addItems(tx: Tx, given: readonly NewItem[]): Promise<WrittenItem[]> {
  const inputs = given.map(({ call }) => call.input);
  const [categories, isOpen] = await Promise.all([
    openCategories(tx, ...inputs),
    openPlaces(tx, NEW.item_id, ...inputs),
  ]);
  const judged = await Promise.all(given.map((each) => judge(tx, each, { categories, isOpen })));
  refuseEach(
    given,
    judged.map(({ faults }) => faults),
  );
  const { identifiers } = await tx.manager.insert(
    ItemRow,
    given.map(({ call: { input } }, i) => {
      const { bundle } = judged[i]!;
      return { account_id: tx.account_id, ...columnsOf(input), bundle };
    }),
  );
  const items = given.map((each, i) => {
    const { bundle, components } = judged[i]!;
    return { ...each, item_id: Number(identifiers[i]?.['item_id']), bundle, components };
  });
  const ofBundles = await Promise.all(
    items.map(({ call, item_id, bundle, components, uses }) =>
      bundle ? saveComponents(tx, call.caller, { item_id, bundle: false }, components, uses) : [],
    ),
  );
  refuseEach(given, ofBundles);
  const openings = items.map(({ call: { caller, input }, item_id, bundle }) => {
    return { caller, item_id, bundle, cost: input.cost, locations: input.locations ?? [] };
  });
  refuseEach(given, await bookOpenings(tx, openings));
  const names = given.find((each) => each.names)?.names;
  const shown = await shownItems(
    tx,
    items.map(({ item_id }) => item_id),
    names,
  );
  const facts = items.flatMap(({ call, item_id: id }) => {
    const after = shown.get(id)!;
    return inTraceOf(call, [
      factRow(tx, itemChanged, { id, sequence: 1, change: 'added', actor: actorOf(call), after }),
    ]);
  });
  publishAll(tx, facts);
  return Promise.all(
    items.map(async ({ call: { caller, input }, item_id }) =>
      written(item_id, await sharedCodes(tx, caller, { item_id, gtin: '', barcode: '' }, input)),
    ),
  );
}

async function judge(tx: Tx, { call: { caller, input }, faults }: NewItem, open: OpenRecords) {
  const { components = [], faults: own } = await changeOfBundle(tx, caller, input);
  return {
    components,
    bundle: components.length > 0,
    faults: [...faults, ...own, ...(await relationFaults(tx, caller, input, open, NEW))],
  };
}

/** Returns the item that the request names by its id, or without one by its model, sku or barcode. */
export const editedItem = (reader: Db | Tx, { caller, input }: CallOf<typeof item.edit>): Promise<Resolved> => {
  const { item_id, model, sku, barcode } = input;
  return resolve(reader, caller, [item_id ? { item_id } : { model, sku, barcode }], () => '');
};

/** Returns the id of the item that a write names by a code, if the write needs it: `if_revision` is judged by it. */
export async function idForRevision(
  db: Db,
  { caller, input: { item_id, model, sku, barcode }, if_revision }: Call<ItemNaming>,
): Promise<Pick<NamedItem, 'item_id'> | undefined> {
  if (if_revision === undefined || item_id) return undefined;
  const [named] = await found(db, caller, [{ model, sku, barcode }]);
  return named && { item_id: named.item_id };
}

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
  const categories = await openCategories(tx, input);
  const { components, faults: ofBundle } = await changeOfBundle(tx, caller, input, named?.item_id);
  const row = await claim(tx, caller, ItemRow, { item_id: named?.item_id });
  const { account_id, item_id } = row;
  const isMoved = input.channel_group_id !== row.channel_group_id;
  const isOpen = await openPlaces(tx, item_id, input);
  const own = faults.filter(({ field }) => isMoved || field !== 'channel_group_id');
  Refused.ifAny([...own, ...ofBundle, ...(await relationFaults(tx, caller, input, { categories, isOpen }, row))]);
  const bundle = components ? components.length > 0 : row.bundle;
  const given = { ...columnsOf(input, row), bundle };
  if (!input.locations?.length && !components && !isChange(row, given)) return { item_id };
  const before = await shownItem(tx, item_id, names);
  const version = row.version + 1;
  if (bundle !== row.bundle) requireAsked(row, bundle, asked);
  if (components)
    Refused.ifAny([...(await saveComponents(tx, caller, row, components, uses)), ...(asked?.faults ?? [])]);
  await bookQuantities(tx, caller, { item_id, version, cost: input.cost ?? row.cost, bundle }, input.locations);
  // The stock is locked first: a date taken before the wait could be older than a poller's cursor.
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

/** Deletes the named item or the whole batch, or nothing if one is still in use. Stock and flow stay. */
export async function deleteItems(tx: Tx, call: CallOf<typeof item.delete>, names: GroupNames, uses: ItemUses) {
  const { caller, input } = call;
  const { batch_id = [], ...naming } = input;
  const batch = [...new Set(batch_id)];
  const items = await found(tx, caller, batch.length ? batch.map((item_id) => ({ item_id })) : [naming]);
  const item_ids = items.map(({ item_id }) => item_id);
  if (isLimited(caller)) for (const item_id of item_ids) await claim(tx, caller, ItemRow, { item_id });
  // All items are locked before the first date, which is then not older than the wait.
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

/** Returns the items that a request is about; refuses unless every naming names one. */
async function found(reader: Db | Tx, caller: Caller, namings: readonly ItemNaming[]): Promise<NamedItem[]> {
  const { items, faults } = await resolve(reader, caller, namings, () => '');
  Refused.ifAny(faults);
  return items.filter((item) => item !== undefined);
}
