import { type Item, type ItemLocation } from '@stockbook/contracts';
import { type Reader, statement } from '@stockbook/persistence';
import { type Columnwise, columnwise, rowsOf } from '@stockbook/service';
import type { LocationSettings } from './item.entity.js';
import type { ListedItem } from './item-list.js';

const STOCK = statement(
  'stock_of_items',
  columnwise(
    ['item_id', 'location_id', 'quantity', 'name', 'stock_warning', 'stock_danger'],
    `SELECT stock.item_id, location_id, stock.on_hand - stock.reserved AS quantity, location.name,
       location.stock_warning, location.stock_danger
     FROM inventory.item_stock stock JOIN inventory.location USING (account_id, location_id)
     WHERE stock.account_id = $1 AND stock.item_id = ANY ($2::bigint[]) AND (location.date_deleted IS NULL OR stock.on_hand <> 0)
     ORDER BY stock.item_id, location_id`,
  ),
);

interface StockRow extends Omit<ItemLocation, 'price' | 'location'> {
  readonly item_id: number;
}

/** The stock of items, by item: at living locations, and at deleted ones that still hold some. */
export async function stockOf(
  reader: Reader,
  account_id: number,
  items: readonly { item_id: number }[],
): Promise<ReadonlyMap<number, readonly StockRow[]>> {
  const byItem = new Map<number, StockRow[]>(items.map(({ item_id }) => [item_id, []]));
  if (!items.length) return byItem;
  const [found] = await reader.query<Columnwise<StockRow>>(STOCK, [account_id, [...byItem.keys()]]);
  for (const level of rowsOf(found)) byItem.get(level.item_id)?.push(level);
  return byItem;
}

/** The names of customer groups by id; undefined while sales, whose they are, is away: facts show none then. */
export type GroupNames = ReadonlyMap<number, string> | undefined;

/** An item as responses and facts show it. */
export function toItem(row: ListedItem, stock: readonly StockRow[], groupNames: GroupNames): Item {
  const locations = stock.map((at) => toLocation(at, row.locations));
  return {
    item_id: row.item_id,
    parent_id: row.parent_id,
    channel_group_id: row.channel_group_id,
    brand_id: row.brand_id,
    name: row.name,
    description: row.description,
    plain_description: row.plain_description,
    image: row.image,
    images: row.images,
    model: row.model,
    sku: row.sku,
    gtin: row.gtin,
    barcode: row.barcode,
    quantity: locations.reduce((sum, { quantity }) => sum + quantity, 0),
    price: row.price,
    cost: row.cost,
    weight: row.weight,
    length: row.length,
    width: row.width,
    height: row.height,
    total_added: row.total_added,
    total_deducted: row.total_deducted,
    average_cost: row.average_cost,
    pool_cost: row.pool_cost,
    date_added: `${row.date_added.slice(0, 19)}Z`,
    date_modified: `${row.date_modified.slice(0, 19)}Z`,
    locations,
    customer_groups: row.customer_groups.flatMap(({ customer_group_id, price }) => {
      const name = groupNames ? groupNames.get(customer_group_id) : '';
      return name === undefined ? [] : [{ customer_group_id, name, price }];
    }),
    categories: [],
    translations: row.translations,
    bundle: row.bundle,
    item_bundles: [],
  };
}

function toLocation(at: StockRow, settings: readonly LocationSettings[]): ItemLocation {
  const own = settings.find(({ location_id }) => location_id === at.location_id);
  return {
    location_id: at.location_id,
    quantity: at.quantity,
    price: own?.price ?? 0,
    name: at.name,
    stock_warning: own?.stock_warning ?? at.stock_warning,
    stock_danger: own?.stock_danger ?? at.stock_danger,
    location: own?.location ?? '',
  };
}
