import { type Caller, idsOf, type ItemGet } from '@stockbook/contracts';
import {
  Conditions,
  type Db,
  givesOnly,
  listStatement,
  type Reader,
  statement,
  type Statement,
  windowOf,
} from '@stockbook/persistence';
import { type Columnwise, columnwise, rowsOf } from '@stockbook/service';
import { text } from '../text.js';
import type { ItemRow } from './item.entity.js';

/** An item as a list reads it; costs in the base currency, dates in UTC. */
export interface ListedItem extends Omit<ItemRow, 'account_id' | 'version' | 'plain_given' | `date_${string}`> {
  readonly date_added: string;
  readonly date_modified: string;
  readonly deleted: boolean;
  readonly total_added: number;
  readonly total_deducted: number;
  readonly average_cost: number;
  readonly pool_cost: number;
}

const utc = (column: string) => `${column} AT TIME ZONE 'UTC'`;
const COLUMNS: Readonly<Record<keyof ListedItem, string>> = {
  item_id: 'item.item_id',
  parent_id: 'parent_id',
  channel_group_id: 'channel_group_id',
  brand_id: 'brand_id',
  name: 'name',
  description: 'description',
  plain_description: 'plain_description',
  image: 'image',
  model: 'model',
  sku: 'sku',
  gtin: 'gtin',
  barcode: 'barcode',
  price: 'price',
  cost: 'item.cost',
  weight: 'weight',
  length: 'length',
  width: 'width',
  height: 'height',
  bundle: 'bundle',
  categories: 'categories',
  images: 'images',
  locations: 'locations',
  customer_groups: 'customer_groups',
  translations: 'translations',
  deleted: 'date_deleted IS NOT NULL',
  date_added: utc('date_added'),
  date_modified: utc('date_modified'),
  total_added: 'COALESCE(total_added, 0)',
  total_deducted: 'COALESCE(total_deducted, 0)',
  average_cost: 'COALESCE(round(average_cost, 4), 0)',
  pool_cost: 'COALESCE(round(pool_cost, 4), 0)',
};
const NAMES = Object.keys(COLUMNS);
const SELECTION = Object.entries(COLUMNS)
  .map(([name, value]) => `${value} AS ${name}`)
  .join(', ');

const COST = 'LEFT JOIN inventory.item_cost cost USING (account_id, item_id)';
const STOCK = `LEFT JOIN (
    SELECT item_id, sum(on_hand - reserved) AS quantity FROM inventory.item_stock WHERE account_id = $1 GROUP BY item_id
  ) stock USING (item_id)`;

interface Sorting {
  readonly by: string;
  readonly join?: string;
}
const SORTINGS: Readonly<Record<NonNullable<ItemGet['sort']> | 'item_id', Sorting>> = {
  item_id: { by: 'item.item_id' },
  name: { by: text.sortedName('item.name') },
  model: { by: text.sorted('item.model') },
  sku: { by: text.sorted('item.sku') },
  barcode: { by: text.sorted('item.barcode') },
  price: { by: 'item.price' },
  cost: { by: 'item.cost' },
  date_added: { by: 'item.date_added' },
  date_modified: { by: 'item.date_modified' },
  quantity: { by: 'COALESCE(stock.quantity, 0)', join: STOCK },
  average_cost: { by: 'COALESCE(cost.average_cost, 0)', join: COST },
  pool_cost: { by: 'COALESCE(cost.pool_cost, 0)', join: COST },
};

function filterOf(caller: Caller, input: ItemGet): Conditions {
  const where = new Conditions();
  where.add('item.account_id = ?', caller.account_id);
  if (!input.filter_deleted) where.addPlain('item.date_deleted IS NULL');
  where.addScope(caller, 'item', 'channel_group_id');
  if (input.item_id !== undefined) where.add('item.item_id = ?', input.item_id);
  if (input.model) where.add(text.same('item.model', '= ?'), input.model);
  if (input.sku) where.add(text.same('item.sku', '= ?'), input.sku);
  if (input.barcode) where.add(text.same('item.barcode', '= ?'), input.barcode);
  if (input.filter_name) where.add(text.contains('item.name', '?'), input.filter_name);
  if (input.filter_brand_id) where.add('item.brand_id = ?', input.filter_brand_id);
  if (input.filter_category) where.add('item.categories && ?::bigint[]', idsOf(input.filter_category));
  if (input.filter_bundle !== undefined) where.add('item.bundle = ?', input.filter_bundle);
  if (input.filter_date_modified) where.add('item.date_modified > ?', input.filter_date_modified);
  const groups = input.filter_channel_group_id;
  if (groups) where.add('item.channel_group_id = ANY (?::bigint[])', idsOf(groups));
  return where;
}

const BY_ID = statement(
  'items_by_id',
  columnwise(
    NAMES,
    `SELECT ${SELECTION} FROM inventory.item ${COST} WHERE item.account_id = $1 AND item.item_id = ANY ($2::bigint[])`,
  ),
);

/** The items of these ids, deleted ones too. */
export async function itemsById(reader: Reader, account_id: number, ids: readonly number[]): Promise<ListedItem[]> {
  const [found] = await reader.query<Columnwise<ListedItem>>(BY_ID, [account_id, ids]);
  return rowsOf(found);
}

/** The account and one filter: items are looked up one by one by their sku or model. */
const HOT_VALUES = 2;

/** The page of items that a request asks for, and the exact number of all. */
export async function itemPage(db: Db, caller: Caller, input: ItemGet): Promise<[ListedItem[], number]> {
  const where = filterOf(caller, input);
  const { limit, offset } = windowOf(input);
  const values = [...where.values, limit, offset];
  const [page] = await db.query<Columnwise<ListedItem>>(pageStatement(where, input), values);
  const rows = rowsOf(page);
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
  return [rows, isLast ? offset + rows.length : await countOf(db, where, input)];
}

/** The ids of the page first, out of an index where there is one, and then these rows alone. */
function pageStatement(where: Conditions, { sort, order = 'DESC' }: ItemGet): Statement {
  const { by, join = '' } = SORTINGS[sort ?? 'item_id'];
  const [limitAt, offsetAt] = [where.values.length + 1, where.values.length + 2];
  const rows = `SELECT ${SELECTION}
    FROM unnest(ARRAY(
      SELECT item.item_id FROM inventory.item ${join} WHERE ${where}
      ORDER BY ${by} ${order}, item.item_id ${order} LIMIT $${limitAt} OFFSET $${offsetAt}
    )) WITH ORDINALITY AS page (id, place)
    JOIN inventory.item ON item.account_id = $1 AND item.item_id = page.id ${COST} ORDER BY place`;
  return listStatement(where, columnwise(NAMES, rows), HOT_VALUES);
}

/** Fields that choose the page, and filters by columns that the row counts have. */
const IN_ROW_COUNTS: ReadonlySet<string> = new Set<keyof ItemGet>([
  'page',
  'limit',
  'sort',
  'order',
  'filter_deleted',
  'filter_brand_id',
  'filter_bundle',
  'filter_channel_group_id',
]);

async function countOf(db: Db, where: Conditions, input: ItemGet): Promise<number> {
  const text = givesOnly(input, IN_ROW_COUNTS)
    ? `SELECT COALESCE(sum(rows), 0)::bigint AS total FROM inventory.item_row_count item WHERE ${where}`
    : `SELECT count(*) AS total FROM inventory.item WHERE ${where}`;
  const [found] = await db.query<{ total: number }>(listStatement(where, text, HOT_VALUES), where.values);
  return found?.total ?? 0;
}
