import { isAsked, type Item, type ItemGet, type ItemLocation, shownDate } from '@stockbook/contracts';
import { childrenReaders, fittingCount, type PageReader, type Reader, statement } from '@stockbook/persistence';
import { thumbOf } from '@stockbook/media';
import { bundleStockOf, type StockRow } from '../bundle/bundle-stock.js';
import { bundleCost, componentsByItem, componentsOf, type ComponentRow } from '../bundle/components.js';
import type { ItemRow, LocationSettings } from '../record/item.entity.js';
import type { ListedItem, WholeItem } from './item-list.js';

/** Deleted locations count while they hold stock; pieces in transit show with their destination. */
const stockOf = childrenReaders<StockRow, 'item_id'>(
  'stock_of_items',
  {
    times: [],
    sql: {
      item_id: 'stock.item_id',
      location_id: 'location_id',
      quantity: 'stock.on_hand - stock.reserved',
      on_hand: 'stock.on_hand',
      reserved: 'stock.reserved',
      incoming: 'COALESCE(incoming.quantity, 0)',
      name: 'location.name',
      stock_warning: 'COALESCE(stock.stock_warning, location.stock_warning)',
      stock_danger: 'COALESCE(stock.stock_danger, location.stock_danger)',
      stock_state: 'stock.state',
    },
  },
  'item_id',
  `FROM inventory.item_stock stock JOIN inventory.location USING (account_id, location_id)
   LEFT JOIN (
     SELECT item_id, to_location_id AS location_id, sum(quantity_in_transit) AS quantity
     FROM inventory.transfer_job_line JOIN inventory.transfer_job USING (account_id, item_transfer_job_id)
     WHERE account_id = $1 AND item_id = ANY ($2::bigint[]) AND quantity_in_transit > 0
     GROUP BY item_id, to_location_id
   ) incoming USING (item_id, location_id)
   WHERE stock.account_id = $1 AND stock.item_id = ANY ($2::bigint[])
     AND (location.date_deleted IS NULL OR stock.on_hand <> 0)
   ORDER BY stock.item_id, location_id`,
);

interface CategoryRow {
  readonly category_id: number;
  readonly name: string;
}
const CATEGORIES = statement(
  'categories_of_items',
  `SELECT category_id, name FROM inventory.category
   WHERE account_id = $1 AND category_id = ANY ($2::bigint[]) AND date_deleted IS NULL`,
);

async function categoryNamesOf(
  reader: Reader,
  account_id: number,
  items: readonly ListedFields[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(items.flatMap(({ categories }) => categories))];
  const rows = ids.length ? await reader.query<CategoryRow>(CATEGORIES, [account_id, ids]) : [];
  return new Map(rows.map(({ category_id, name }) => [category_id, name]));
}

/** The names of customer groups by id; undefined while sales, whose they are, is away: facts show none then. */
export type GroupNames = ReadonlyMap<number, string> | undefined;

/** The fields of an item that are in other tables. */
export interface ItemChildren {
  readonly stock: ReadonlyMap<number, readonly StockRow[]>;
  readonly components: ReadonlyMap<number, readonly ComponentRow[]>;
  readonly categoryNames: ReadonlyMap<number, string>;
  readonly groupNames: GroupNames;
}

type OwnChildren = Omit<ItemChildren, 'groupNames'>;
export type JoinedFields = Pick<ItemRow, 'locations' | 'customer_groups'>;
type ListedFields = Omit<ListedItem, 'stamp' | 'date_deleted'>;

const idsOf = (items: readonly ListedFields[], bundle: boolean): number[] =>
  items.filter((item) => item.bundle === bundle).map(({ item_id }) => item_id);

/** Reads the children of items that inventory itself has. Bundles cost two statements, if there are some. */
export async function childrenOf(
  reader: Reader,
  account_id: number,
  items: readonly ListedFields[],
): Promise<OwnChildren> {
  const [stock, made, components, categoryNames] = await Promise.all([
    stockOf.all(reader, account_id, idsOf(items, false)),
    bundleStockOf.all(reader, account_id, idsOf(items, true)),
    componentsByItem(reader, account_id, items),
    categoryNamesOf(reader, account_id, items),
  ]);
  return { stock: new Map([...stock, ...made]), components, categoryNames };
}

export async function childrenOfPage(
  db: PageReader,
  account_id: number,
  items: readonly ListedItem[],
  input: ItemGet,
): Promise<{ readonly children: OwnChildren; readonly fitting: number }> {
  const hasStock = isAsked(input, 'quantity', 'locations');
  const hasComponents = isAsked(input, 'average_cost', 'item_bundles');
  const [plain, bundles] = [idsOf(items, false), idsOf(items, true)];
  const [stock, made, components, categoryNames] = await Promise.all([
    stockOf.page(db, account_id, plain, hasStock),
    bundleStockOf.page(db, account_id, bundles, hasStock),
    componentsOf.page(db, account_id, bundles, hasComponents),
    categoryNamesOf(db, account_id, isAsked(input, 'categories') ? items : []),
  ]);
  const unread = [plain[stock.fitting], bundles[made.fitting], bundles[components.fitting]];
  const end = items.findIndex(({ item_id }) => unread.includes(item_id));
  const children = { stock: new Map([...stock.children, ...made.children]), components: components.children };
  return { children: { ...children, categoryNames }, fitting: end < 0 ? items.length : end };
}

/** Counts the first items that fit into a page with the names that they show of categories and customer groups. */
export function fittingByNames(
  db: PageReader,
  items: readonly ListedItem[],
  joined: ReadonlyMap<number, JoinedFields>,
  { categoryNames, groupNames }: Pick<ItemChildren, 'categoryNames' | 'groupNames'>,
): number {
  const bytesOf = ({ item_id, categories }: ListedItem) =>
    [
      ...categories.map((id) => categoryNames.get(id)),
      ...(joined.get(item_id)?.customer_groups ?? []).map(({ customer_group_id }) =>
        groupNames?.get(customer_group_id),
      ),
    ].reduce((sum, name = '') => sum + Buffer.byteLength(name), 0);
  return fittingCount(items.map(bytesOf), db.limits.pageBytes);
}

/** Returns an item as facts show it. */
export const toItem = (row: WholeItem, children: ItemChildren): Item => ({
  ...storedPart(row),
  ...joinedPart(row, row, children),
});

export const storedPart = (row: Pick<ItemRow, keyof ItemRow>) => ({
  item_id: row.item_id,
  parent_id: row.parent_id,
  channel_group_id: row.channel_group_id,
  brand_id: row.brand_id,
  name: row.name,
  description: row.description,
  plain_description: row.plain_description,
  image: row.image,
  thumb: thumbOf(row.image),
  images: row.images.map((each) => ({ ...each, thumb: thumbOf(each.image) })),
  model: row.model,
  sku: row.sku,
  gtin: row.gtin,
  barcode: row.barcode,
  price: row.price,
  cost: row.cost,
  weight: row.weight,
  length: row.length,
  width: row.width,
  height: row.height,
  date_added: shownDate(row.date_added),
  date_modified: shownDate(row.date_modified),
  translations: row.translations,
});

/** Returns the fields that other tables decide too. */
export function joinedPart(
  row: ListedFields,
  { locations: settings, customer_groups }: JoinedFields,
  { stock, components, categoryNames, groupNames }: ItemChildren,
) {
  const parts = components.get(row.item_id) ?? [];
  const locations = (stock.get(row.item_id) ?? []).map((at) => toLocation(at, settings));
  return {
    quantity: locations.reduce((sum, { quantity }) => sum + quantity, 0),
    total_added: row.total_added,
    total_deducted: row.total_deducted,
    average_cost: row.bundle ? bundleCost(parts).round(4).toNumber() : row.average_cost,
    pool_cost: row.pool_cost,
    locations,
    customer_groups: customer_groups.flatMap(({ customer_group_id, price }) => {
      const name = groupNames ? groupNames.get(customer_group_id) : '';
      return name === undefined ? [] : [{ customer_group_id, name, price }];
    }),
    categories: row.categories.flatMap((category_id) => {
      const name = categoryNames.get(category_id);
      return name === undefined ? [] : [{ category_id, name }];
    }),
    bundle: row.bundle,
    item_bundles: parts.map(({ bundle_item_id, name, quantity }) => ({ bundle_item_id, name, quantity })),
  };
}

function toLocation(at: StockRow, settings: readonly LocationSettings[]): ItemLocation {
  const own = settings.find(({ location_id }) => location_id === at.location_id);
  return {
    location_id: at.location_id,
    quantity: at.quantity,
    on_hand: at.on_hand,
    reserved: at.reserved,
    incoming: at.incoming,
    price: own?.price ?? 0,
    name: at.name,
    stock_warning: at.stock_warning,
    stock_danger: at.stock_danger,
    stock_state: at.stock_state,
    location: own?.location ?? '',
  };
}
