import { type Item, type ItemLocation, shownDate } from '@stockbook/contracts';
import { childrenReader } from '@stockbook/persistence';
import type { LocationSettings } from '../record/item.entity.js';
import type { ListedItem } from './item-list.js';

interface StockRow extends Omit<ItemLocation, 'price' | 'location'> {
  readonly item_id: number;
}

/** The stock of items: at living locations, and at deleted ones that still hold some. */
export const stockOf = childrenReader<StockRow, 'item_id'>(
  'stock_of_items',
  {
    times: [],
    sql: {
      item_id: 'stock.item_id',
      location_id: 'location_id',
      quantity: 'stock.on_hand - stock.reserved',
      name: 'location.name',
      stock_warning: 'location.stock_warning',
      stock_danger: 'location.stock_danger',
    },
  },
  'item_id',
  `FROM inventory.item_stock stock JOIN inventory.location USING (account_id, location_id)
   WHERE stock.account_id = $1 AND stock.item_id = ANY ($2::bigint[]) AND (location.date_deleted IS NULL OR stock.on_hand <> 0)
   ORDER BY stock.item_id, location_id`,
);

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
    date_added: shownDate(row.date_added),
    date_modified: shownDate(row.date_modified),
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
