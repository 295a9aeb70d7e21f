import { type Caller, type Fault, type ItemEdit, noReference } from '@stockbook/contracts';
import { maySee, statement, type Tx } from '@stockbook/persistence';
import { componentFaults } from '../bundle/bundle-changes.js';
import { type IsOpen, openLocations } from '../../location/open-locations.js';
import { MAX_TAGS, tagsIn, tooMuchMarkup } from '../record/description.js';
import type { ItemRow } from '../record/item.entity.js';

/** Returns why a request cannot be granted, whatever the database holds. */
export function ownFaults(input: ItemEdit): Fault[] {
  const faults = [
    ...repeated('locations', 'location_id', input.locations),
    ...repeated('customer_groups', 'customer_group_id', input.customer_groups),
    ...repeated('translations', 'language_id', input.translations),
    ...repeated('item_bundles', 'bundle_item_id', input.item_bundles),
    ...componentFaults(input),
  ];
  const { description = '', translations = [] } = input;
  const texts = [description, ...translations.map(({ description: text = '' }) => text)];
  const tags = texts.reduce((sum, html) => sum + tagsIn(html), 0);
  if (tags > MAX_TAGS) {
    const message = `description and its translations may hold ${MAX_TAGS} tags together, not ${tags}.`;
    faults.push({ code: 'invalid', field: 'description', message });
  } else faults.push(...texts.flatMap(markupFault));
  return faults;
}

function markupFault(html: string, index: number): Fault[] {
  const reason = tooMuchMarkup(html);
  const field = index ? `translations[${index - 1}].description` : 'description';
  return reason ? [{ code: 'invalid', field, message: `${field} ${reason}.` }] : [];
}

function repeated<K extends string>(
  list: string,
  key: K,
  entries: readonly { readonly [P in K]: number }[] = [],
): Fault[] {
  const ids = entries.map((entry) => entry[key]);
  return ids.flatMap((id, index): Fault[] => {
    const field = `${list}[${index}].${key}`;
    return ids.indexOf(id) === index ? [] : [{ code: 'invalid', field, message: `${field} ${id} is given twice.` }];
  });
}

export interface OpenCategory {
  readonly category_id: number;
  readonly channel_group_id: number;
}
const OPEN_CATEGORIES = statement(
  'open_categories',
  `SELECT category_id, channel_group_id FROM inventory.category
   WHERE account_id = $1 AND category_id = ANY ($2::bigint[]) AND date_deleted IS NULL ORDER BY category_id FOR SHARE`,
);

/** Call this before an item is locked: a category's deletion may lock its items. */
export async function openCategories(tx: Tx, ...inputs: readonly ItemEdit[]): Promise<readonly OpenCategory[]> {
  const ids = [...new Set(inputs.flatMap(({ categories = [] }) => categories))];
  return ids.length ? tx.query<OpenCategory>(OPEN_CATEGORIES, [tx.account_id, ids]) : [];
}

/** Says of the locations of requests whether they may have stock of an item; 0 is one that is new. */
export function openPlaces(tx: Tx, item_id: number, ...inputs: readonly ItemEdit[]): Promise<IsOpen> {
  const ids = inputs.flatMap(({ locations = [] }) => locations.map(({ location_id }) => location_id));
  return openLocations(tx, [...new Set(ids)], [item_id]);
}

export interface OpenRecords {
  readonly categories: readonly OpenCategory[];
  readonly isOpen: IsOpen;
}

const REFERENCES = statement(
  'item_references',
  `WITH RECURSIVE ancestor AS (
     SELECT item_id, parent_id FROM inventory.item WHERE account_id = $1 AND item_id = $3
     UNION
     SELECT item.item_id, item.parent_id FROM ancestor
     JOIN inventory.item ON item.account_id = $1 AND item.item_id = ancestor.parent_id
   ), brand AS (
     SELECT brand_id, channel_group_id FROM inventory.brand
     WHERE account_id = $1 AND brand_id = $2 AND date_deleted IS NULL FOR SHARE
   )
   SELECT 'brand' AS kind, brand_id AS id, channel_group_id FROM brand
   UNION ALL SELECT 'parent', item_id, channel_group_id FROM inventory.item
     WHERE account_id = $1 AND item_id = $3 AND date_deleted IS NULL
   UNION ALL SELECT 'model', item_id, channel_group_id FROM inventory.item
     WHERE account_id = $1 AND model = $4 AND model <> '' AND item_id <> $5 AND date_deleted IS NULL
   UNION ALL SELECT 'descendant', item_id, 0 FROM ancestor WHERE item_id = $5`,
);
interface Found {
  readonly kind: 'brand' | 'parent' | 'model' | 'descendant';
  readonly id: number;
  readonly channel_group_id: number;
}

/** References that do not change may be to deleted or hidden records. */
export async function relationFaults(
  tx: Tx,
  caller: Caller,
  input: ItemEdit,
  { categories: open, isOpen }: OpenRecords,
  known: Pick<ItemRow, 'item_id' | 'brand_id' | 'parent_id' | 'categories'>,
): Promise<Fault[]> {
  const { categories = [], locations = [], model = '' } = input;
  const { item_id } = known;
  const brand_id = input.brand_id === known.brand_id ? 0 : (input.brand_id ?? 0);
  const parent_id = input.parent_id === known.parent_id ? 0 : (input.parent_id ?? 0);
  const values = [caller.account_id, brand_id, parent_id, model, item_id];
  const all = await tx.query<Found>(REFERENCES, values);
  const found = all.filter((row) => maySee(caller, row));
  const foundIds = (kind: Found['kind']) => found.filter((row) => row.kind === kind).map(({ id }) => id);
  const faults: Fault[] = [];
  if (brand_id && !foundIds('brand').length) faults.push(noReference('brand_id', 'brand', brand_id));
  if (parent_id && !foundIds('parent').length) faults.push(noReference('parent_id', 'item', parent_id));
  const mayBeIn = new Set([
    ...known.categories,
    ...open.filter((category) => maySee(caller, category)).map(({ category_id }) => category_id),
  ]);
  categories.forEach((id, index) => {
    if (!mayBeIn.has(id)) faults.push(noReference(`categories[${index}]`, 'category', id));
  });
  locations.forEach(({ location_id: id }, index) => {
    if (!isOpen(id, item_id)) faults.push(noReference(`locations[${index}].location_id`, 'location', id));
  });
  const same = all.find(({ kind }) => kind === 'model');
  if (same) {
    const isShown = maySee(caller, same) && (caller.accessible?.includes('inventory/item') ?? true);
    const message = `${isShown ? `Item ${same.id}` : 'Another item'} has the model ${model} already.`;
    faults.push({ code: 'duplicate', field: 'model', message });
  }
  if (foundIds('descendant').length) {
    const message = `parent_id must be neither item ${item_id} itself nor one of its descendants.`;
    faults.push({ code: 'invalid', field: 'parent_id', message });
  }
  return faults;
}
