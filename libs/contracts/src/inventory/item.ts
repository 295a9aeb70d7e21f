import { Page, RecordPageRequest, SEARCH } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import {
  ANY_COUNT,
  CommaIds,
  Flag,
  Id,
  Ids,
  Int,
  ListOf,
  Measure,
  Money,
  Name,
  OneOf,
  Text,
  Texts,
  When,
} from '../fields/fields.js';
import { ItemBundle, ItemBundleGiven, MOST_COMPONENTS } from './item-bundle.js';
import { ItemImage, ItemImageAdd, ItemImageAdded, ItemImageGiven, MOST_IMAGES, SMALLER } from './item-image.js';
import { CODE, ItemNaming } from './item-naming.js';
import { COST, ItemEditStock, ItemStockEdited, MAX_STOCK } from './item-stock.js';
import { STOCK_STATES, type StockState } from './stock-state.js';

const WRITTEN = { bodyLimit: 8 * 1_048_576, needs: { shows: ['inventory/item'] } };
const DESCRIPTION = 262_144;
const HTML = {
  optional: true,
  max: DESCRIPTION,
  doc: 'HTML; formatting stays, whatever could run is taken out.',
} as const;
const PLAIN = {
  optional: true,
  max: DESCRIPTION,
  doc: 'Plain text. Unless given, and again once it is given empty, it follows the description.',
} as const;
const COMPUTED = { optional: true, doc: 'Kept by the stock ledger; a value given here is ignored.' } as const;

class ItemKey {
  @Id() item_id!: number;
}
class ItemWritten extends ItemKey {
  @Texts({ optional: true, doc: 'Additive. Other items that have the same gtin or barcode.' }) warnings?: string[];
}
class ItemLocationGiven {
  @Id() location_id!: number;
  @Int({
    optional: true,
    min: -MAX_STOCK,
    max: MAX_STOCK,
    doc: 'The new quantity; ignored with inventory_integrity on.',
  })
  quantity?: number;
  @Money({ optional: true, min: 0 }) price?: number;
  @Int({ optional: true, min: 0, doc: "The location's unless given." }) stock_warning?: number;
  @Int({ optional: true, min: 0, doc: "The location's unless given." }) stock_danger?: number;
  @Text({ optional: true, max: 255, doc: 'Bin or shelf.' }) location?: string;
}
class ItemPriceGiven {
  @Id() customer_group_id!: number;
  @Money({ min: 0 }) price!: number;
}
class ItemTranslationGiven {
  @Id() language_id!: number;
  @Text({ optional: true, max: 1_000 }) name?: string;
  @Text(HTML) description?: string;
  @Text(PLAIN) plain_description?: string;
}
class ItemFields {
  @Id({ optional: true }) parent_id?: number;
  @Id({ optional: true, doc: '0: seen by all channel groups.' }) channel_group_id?: number;
  @Id({ optional: true }) brand_id?: number;
  @Text(HTML) description?: string;
  @Text(PLAIN) plain_description?: string;
  @Text({ optional: true, max: 2_000, doc: 'Image URL or path.' }) image?: string;
  @ListOf(() => ItemImageGiven, { optional: true, max: MOST_IMAGES }) images?: ItemImageGiven[];
  @Text({ ...CODE, doc: 'Unique in the account when not empty.' }) model?: string;
  @Text(CODE) sku?: string;
  @Text(CODE) gtin?: string;
  @Text(CODE) barcode?: string;
  @Money({ optional: true, min: 0 }) price?: number;
  @Money(COST) cost?: number;
  @Measure({ optional: true, min: 0, doc: 'kg' }) weight?: number;
  @Measure({ optional: true, min: 0, doc: 'cm' }) length?: number;
  @Measure({ optional: true, min: 0, doc: 'cm' }) width?: number;
  @Measure({ optional: true, min: 0, doc: 'cm' }) height?: number;
  @Int(COMPUTED) total_added?: number;
  @Int(COMPUTED) total_deducted?: number;
  @Money({ ...COMPUTED, cost: true }) average_cost?: number;
  @Money({ ...COMPUTED, cost: true }) pool_cost?: number;
  @ListOf(() => ItemLocationGiven, { optional: true, doc: 'Changes the locations named; others stay as they are.' })
  locations?: ItemLocationGiven[];
  @ListOf(() => ItemPriceGiven, { optional: true }) customer_groups?: ItemPriceGiven[];
  @Ids({ optional: true, doc: 'Ids of categories.' }) categories?: number[];
  @ListOf(() => ItemTranslationGiven, { optional: true }) translations?: ItemTranslationGiven[];
  @Flag({ optional: true, doc: '1: a bundle, which item_bundles makes too; 0: none, which takes its components away.' })
  bundle?: boolean;
  @ListOf(() => ItemBundleGiven, {
    optional: true,
    max: MOST_COMPONENTS,
    doc:
      'All components of a bundle. A bundle has no stock of its own; ' +
      'its quantities and its average cost follow from them.',
  })
  item_bundles?: ItemBundleGiven[];
}
export class ItemAdd extends ItemFields {
  @Name() name!: string;
}
export class ItemEdit extends ItemFields {
  @Id({ optional: true, doc: 'Names the item; without it the model, sku or barcode does.' }) item_id?: number;
  @Name({ optional: true }) name?: string;
}

class ItemDelete extends ItemNaming {
  @Ids({ optional: true, max: 500, doc: 'The ids of all items to delete; takes priority over the other fields.' })
  batch_id?: number[];
}
class ItemDeleted {
  @Id({ optional: true }) item_id?: number;
  @Ids({ optional: true, max: 500, doc: 'The items of batch_id.' }) item_ids?: number[];
}

const SORT = [
  'name',
  'model',
  'sku',
  'barcode',
  'quantity',
  'price',
  'cost',
  'average_cost',
  'pool_cost',
  'date_added',
  'date_modified',
] as const;
export class ItemGet extends RecordPageRequest {
  @Id({ optional: true }) item_id?: number;
  @Text({ optional: true, trim: true }) model?: string;
  @Text({ optional: true, trim: true }) sku?: string;
  @Text({ optional: true, trim: true }) barcode?: string;
  @Text({
    ...SEARCH,
    doc: 'Additive. Parts of words of the name, its translations, the model, the sku, the barcode and the gtin.',
  })
  search?: string;
  @Text({ optional: true }) filter_name?: string;
  @Id({ optional: true }) filter_brand_id?: number;
  @CommaIds({ optional: true, doc: 'Items in any of these categories.' }) filter_category?: string;
  @Flag({ optional: true, doc: 'Additive. true: filter_category finds the items in categories below too.' })
  filter_category_descendants?: boolean;
  @Flag({ optional: true, doc: 'true: bundles alone; false: items that are none.' })
  filter_bundle?: boolean;
  @When({ optional: true }) filter_date_modified?: string;
  @Flag({ optional: true }) filter_deleted?: boolean;
  @CommaIds({ optional: true }) filter_channel_group_id?: string;
  @OneOf(STOCK_STATES, {
    optional: true,
    doc: 'Additive. Items with this stock_state at one of their locations; no bundles.',
  })
  filter_stock_state?: StockState;
  @When({
    optional: true,
    doc: 'Additive. Items whose stock moved after it, and bundles of them; a movement does not change date_modified.',
  })
  filter_stock_modified?: string;
  @OneOf(SORT, { optional: true }) sort?: (typeof SORT)[number];
}

export class ItemLocation {
  @Id() location_id!: number;
  @Int({ ...ANY_COUNT, doc: 'The quantity on hand less the reserved one.' }) quantity!: number;
  @Int({ ...ANY_COUNT, doc: 'Additive. The pieces that are there.' }) on_hand!: number;
  @Int({ min: 0, doc: 'Additive. The pieces on hand that documents hold.' }) reserved!: number;
  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    doc: 'Additive. Pieces in transit to here, which no quantity counts yet; 0 for a bundle.',
  })
  incoming!: number;
  @Money() price!: number;
  @Text() name!: string;
  @Int() stock_warning!: number;
  @Int() stock_danger!: number;
  @OneOf(STOCK_STATES, {
    doc: 'Additive. A level at or below a threshold stays so until it is a tenth above it; out: none is left.',
  })
  stock_state!: StockState;
  @Text({ doc: 'Bin or shelf.' }) location!: string;
}
class ItemCustomerGroup {
  @Id() customer_group_id!: number;
  @Text() name!: string;
  @Money() price!: number;
}
class ItemCategory {
  @Id() category_id!: number;
  @Text() name!: string;
}
export class ItemTranslation {
  @Id() language_id!: number;
  @Text() name!: string;
  @Text({ max: DESCRIPTION }) description!: string;
  @Text({ max: DESCRIPTION }) plain_description!: string;
}
export class Item extends ItemKey {
  @Id() parent_id!: number;
  @Id() channel_group_id!: number;
  @Id() brand_id!: number;
  @Text() name!: string;
  @Text({ max: DESCRIPTION }) description!: string;
  @Text({ max: DESCRIPTION }) plain_description!: string;
  @Text({ doc: 'Image URL or path.' }) image!: string;
  @Text({ doc: SMALLER }) thumb!: string;
  @ListOf(() => ItemImage) images!: ItemImage[];
  @Text() model!: string;
  @Text() sku!: string;
  @Text() gtin!: string;
  @Text() barcode!: string;
  @Int({
    ...ANY_COUNT,
    doc: 'The quantity on hand less the reserved one, at all locations; a bundle has as many as its components make.',
  })
  quantity!: number;
  @Money() price!: number;
  @Money({ optional: true, cost: true }) cost?: number;
  @Measure({ doc: 'kg' }) weight!: number;
  @Measure({ doc: 'cm' }) length!: number;
  @Measure({ doc: 'cm' }) width!: number;
  @Measure({ doc: 'cm' }) height!: number;
  @Int({ ...ANY_COUNT }) total_added!: number;
  @Int({ ...ANY_COUNT }) total_deducted!: number;
  @Money({ optional: true, cost: true, doc: 'Moving average unit cost.' }) average_cost?: number;
  @Money({ optional: true, cost: true, doc: 'Value of the stock on hand and in transit.' }) pool_cost?: number;
  @When() date_added!: string;
  @When() date_modified!: string;
  @ListOf(() => ItemLocation) locations!: ItemLocation[];
  @ListOf(() => ItemCustomerGroup) customer_groups!: ItemCustomerGroup[];
  @ListOf(() => ItemCategory) categories!: ItemCategory[];
  @ListOf(() => ItemTranslation) translations!: ItemTranslation[];
  @Flag({ doc: 'true for a bundle item.' }) bundle!: boolean;
  @ListOf(() => ItemBundle) item_bundles!: ItemBundle[];
  @Flag({ optional: true }) deleted?: boolean;
}
export class ItemPage extends Page {
  @ListOf(() => Item) items!: Item[];
}

export const item = resource('inventory/item', 'inventory', {
  add: once(ItemAdd, ItemWritten, 'Adds an item.', WRITTEN),
  edit: write(ItemEdit, ItemWritten, 'Changes an item; absent fields stay as they are.', WRITTEN),
  addImage: once(ItemImageAdd, ItemImageAdded, 'Stores an image and adds it to the images of an item.', {
    additive: true,
    bodyLimit: WRITTEN.bodyLimit,
  }),
  editStock: write(ItemEditStock, ItemStockEdited, 'Sets the quantities of up to 100 items, all or none.'),
  delete: once(
    ItemDelete,
    ItemDeleted,
    'Deletes one item, or all items of a batch, unless order lines wait for one or it is a parent or a component; ' +
      'stock does not matter.',
  ),
  get: read(ItemGet, ItemPage, 'Lists items with their stock.'),
});

export const itemChanged = fact('inventory.item', Item);
