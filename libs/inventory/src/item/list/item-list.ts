import { type Caller, formsOfCode, type ItemGet, parseIds, type StockState } from '@stockbook/contracts';
import {
  columnwiseReader,
  type Code,
  type Columns,
  Conditions,
  counterOf,
  type LongListTerms,
  pageChildrenReader,
  type Reader,
  rowColumns,
  statement,
} from '@stockbook/persistence';
import { withDescendants } from '../record/category-tree.js';
import { text } from '../../text.js';
import { bundlesMade } from '../bundle/bundle-stock.js';
import { ITEM_CATEGORY } from '../record/item-category.js';
import { ITEMS } from '../record/item-row-counts.js';
import { ITEM_TEXTS } from '../record/searched-texts.js';
import { ItemRow } from '../record/item.entity.js';
import { IN_TRANSIT } from '../../ledger/locked-stock.js';

export type ItemSort = NonNullable<ItemGet['sort']>;
interface Costs {
  readonly total_added: number;
  readonly total_deducted: number;
  /** The cost is in the base currency. */
  readonly average_cost: number;
  readonly pool_cost: number;
}
export type WholeItem = Pick<ItemRow, keyof ItemRow> & Costs;
/** The fields of an item that a page reads anew; the others follow from the row of this stamp. */
export type ListedItem = Pick<ItemRow, 'item_id' | 'bundle' | 'categories' | 'version' | 'date_deleted'> &
  Costs &
  Stamped;
export interface Stamped {
  /** Differs between any two contents of the row. */
  readonly stamp: string;
}

const ITEM = rowColumns(ItemRow, 'item');
const COSTS = {
  total_added: 'COALESCE(cost.total_added, 0)',
  total_deducted: 'COALESCE(cost.total_deducted, 0)',
  average_cost: 'COALESCE(round(cost.average_cost, 4), 0)',
  pool_cost: 'COALESCE(round(cost.pool_cost, 4), 0)',
};
// Every write changes xmin. After a failover PostgreSQL may give a lost transaction's id again, but the date differs
// then.
const STAMP = "concat(item.xmin, ' ', item.date_modified)";
const LISTED: Columns<ListedItem> = {
  times: ['date_deleted'],
  sql: {
    item_id: ITEM.sql.item_id,
    bundle: ITEM.sql.bundle,
    categories: ITEM.sql.categories,
    version: ITEM.sql.version,
    date_deleted: ITEM.sql.date_deleted,
    ...COSTS,
    stamp: STAMP,
  },
};

const COST = 'LEFT JOIN inventory.item_cost cost USING (account_id, item_id)';
/** Returns SQL for the bundles that a list asks for: the stock of all others is not computed. */
const listedBundles = (where: Conditions) => `(SELECT item_id FROM inventory.item WHERE ${where} AND item.bundle)`;
/** An item has few pieces that are reserved or in transit, and an index knows those. */
const stockOf = (where: Conditions) => `${COST}
  LEFT JOIN (
    SELECT item_id, sum(CASE location_id WHEN ${IN_TRANSIT} THEN on_hand ELSE reserved END)::bigint AS quantity
    FROM inventory.item_stock WHERE account_id = $1 AND (reserved <> 0 OR location_id = ${IN_TRANSIT}) GROUP BY item_id
  ) unavailable USING (item_id)
  LEFT JOIN (
    SELECT item_id, sum(quantity)::bigint AS quantity
    FROM (${bundlesMade(`AND item_id IN ${listedBundles(where)}`)}) place GROUP BY item_id
  ) made USING (item_id)`;
const bundleCostOf = (where: Conditions) => `LEFT JOIN (
    SELECT component.item_id, sum(component.quantity * COALESCE(cost.average_cost, 0)) AS average_cost
    FROM inventory.item_bundle component LEFT JOIN inventory.item_cost cost
      ON cost.account_id = component.account_id AND cost.item_id = component.bundle_item_id
    WHERE component.account_id = $1 AND component.item_id IN ${listedBundles(where)} GROUP BY component.item_id
  ) bundle USING (item_id)`;

/** Many clients look items up by sku or model, so a list with one filter is prepared too. */
export const ITEM_LIST: LongListTerms<ListedItem, ItemSort> = {
  table: 'inventory.item',
  key: 'item_id',
  columns: LISTED,
  join: COST,
  lookups: ['item_id', 'model', 'sku', 'barcode'],
  sorts: {
    name: text.sortedName('item.name'),
    model: text.sorted('item.model'),
    sku: text.sorted('item.sku'),
    barcode: text.sorted('item.barcode'),
    price: 'item.price',
    cost: 'item.cost',
    date_added: 'item.date_added',
    date_modified: 'item.date_modified',
    quantity: { by: 'COALESCE(made.quantity, cost.quantity - COALESCE(unavailable.quantity, 0), 0)', join: stockOf },
    average_cost: {
      by: 'COALESCE(bundle.average_cost, cost.average_cost, 0)',
      join: (where) => `${COST} ${bundleCostOf(where)}`,
    },
    pool_cost: { by: 'COALESCE(cost.pool_cost, 0)', join: COST },
  },
  counters: [counterOf('inventory', ITEMS)],
  preparedValues: 2,
  search: { alias: 'item', text: ITEM_TEXTS, codes: codesOf },
};

function codesOf(search: string): Code[] {
  const texts = ['model', 'sku'].map((column) => ({ sql: text.same(`item.${column}`, '= ?'), value: search }));
  const forms = formsOfCode(search);
  const codes = ['barcode', 'gtin'].map((column) => ({
    sql: text.same(`item.${column}`, '= ANY (?::text[])'),
    value: forms,
  }));
  const name = { sql: `${text.sortedName('item.name')} = ?`, value: search, isName: true };
  return [...texts, ...codes, name];
}

const CLOSED = statement(
  'closed_locations',
  'SELECT location_id FROM inventory.location WHERE account_id = $1 AND date_deleted IS NOT NULL',
);

/** A deleted location is out of nothing, and a bundle has no state of its own. */
async function itemsInState(reader: Reader, { account_id }: Caller, state: StockState): Promise<string> {
  const closed = state === 'out' ? await reader.query<{ location_id: number }>(CLOSED, [account_id]) : [];
  // The ids are literals, because the planner cannot estimate what a join with a few locations leaves.
  const others = [IN_TRANSIT, ...closed.map(({ location_id }) => location_id)].join(', ');
  const bundles = 'SELECT item_id FROM inventory.item_bundle WHERE account_id = $1';
  return `(SELECT item_id FROM inventory.item_stock
    WHERE account_id = $1 AND state = ? AND location_id NOT IN (${others}) AND item_id NOT IN (${bundles}))`;
}

/** SQL for the items that have moved after an instant, and the bundles that have one of them as a component. */
const MOVED_AFTER = `(
    WITH moved AS (SELECT DISTINCT item_id FROM inventory.item_flow WHERE account_id = $1 AND date_added > ?)
    SELECT item_id FROM moved
    UNION ALL SELECT bundle.item_id FROM moved JOIN inventory.item_bundle bundle
      ON bundle.account_id = $1 AND bundle.bundle_item_id = moved.item_id
  )`;

/** The items of these ids, deleted ones too. */
export const itemsById = columnwiseReader<WholeItem>(
  'items_by_id',
  { times: ITEM.times, sql: { ...ITEM.sql, ...COSTS } },
  `FROM inventory.item ${COST} WHERE item.account_id = $1 AND item.item_id = ANY ($2::bigint[])`,
);

export const rowsOfPage = pageChildrenReader<Pick<ItemRow, keyof ItemRow> & Stamped, 'item_id'>(
  'listed_item_rows',
  { times: ITEM.times, sql: { ...ITEM.sql, stamp: STAMP } },
  'item_id',
  'FROM inventory.item WHERE account_id = $1 AND item_id = ANY ($2::bigint[])',
);

export async function itemConditions(reader: Reader, caller: Caller, input: ItemGet): Promise<Conditions> {
  const named = parseIds(input.filter_category ?? '');
  const categories = input.filter_category_descendants
    ? await withDescendants(reader, caller.account_id, named)
    : named;
  const where = Conditions.of(caller, 'item').addScope(caller, 'channel_group_id');
  if (!input.filter_deleted) where.add('date_deleted', 'IS NULL');
  if (input.item_id !== undefined) where.add('item_id', '= ?', input.item_id);
  if (input.model) where.addSql('model', text.same('item.model', '= ?'), input.model);
  if (input.sku) where.addSql('sku', text.same('item.sku', '= ?'), input.sku);
  if (input.barcode)
    where.addSql('barcode', text.same('item.barcode', '= ANY (?::text[])'), formsOfCode(input.barcode));
  if (input.filter_name) where.addPart('name', text, ['item.name'], input.filter_name);
  if (input.filter_brand_id) where.add('brand_id', '= ?', input.filter_brand_id);
  const [category, ...others] = categories;
  if (others.length) where.addMembers(ITEM_CATEGORY, 'category_id', '= ANY (?::bigint[])', categories);
  else if (category !== undefined) where.addMembers(ITEM_CATEGORY, 'category_id', '= ?', category);
  if (input.filter_bundle !== undefined) where.add('bundle', '= ?', input.filter_bundle);
  if (input.filter_date_modified) where.add('date_modified', '> ?', input.filter_date_modified);
  const state = input.filter_stock_state;
  if (state) where.addSql('item_id', `item.item_id IN ${await itemsInState(reader, caller, state)}`, state);
  const moved = input.filter_stock_modified;
  if (moved) where.addSql('item_id', `item.item_id IN ${MOVED_AFTER}`, moved);
  const groups = input.filter_channel_group_id;
  if (groups) where.add('channel_group_id', '= ANY (?::bigint[])', parseIds(groups));
  return where;
}
