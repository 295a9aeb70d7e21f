import { ANY_COUNT, Flag, Id, Int, ListOf, Money, Rate, Text } from '../fields/fields.js';
import { ItemNaming } from './item-naming.js';

export const COST = { optional: true, cost: true, min: 0 } as const;
/** The largest quantity that can be given. Orders that return their pieces may bring a stock above it. */
export const MAX_STOCK = 2_000_000_000;

export class ItemStockLine extends ItemNaming {
  @Id() location_id!: number;
  @Int({ min: 0, max: MAX_STOCK, doc: 'The new quantity.' }) quantity!: number;
  @Money({
    ...COST,
    doc: "Unit cost of the pieces added; the average unless given, or the item's own cost while it has no stock.",
  })
  cost?: number;
  @Int({ ...ANY_COUNT, optional: true, doc: 'The quantity last seen: refused when it is another by now.' })
  compare_quantity?: number;
}
export class ItemEditStock {
  @ListOf(() => ItemStockLine, { min: 1, max: 100 }) items!: ItemStockLine[];
  @Text({ optional: true, max: 3, doc: 'Currency of the costs; the base currency unless given.' }) currency?: string;
  @Rate({ optional: true, min: 0, doc: "0: the account's rate." }) currency_value?: number;
}
export class ItemStockResult {
  @Int({ doc: 'Place of the line in the request, from 0.' }) index!: number;
  @Id() item_id!: number;
  @Int({ doc: 'The quantity now.' }) quantity!: number;
  @Flag() changed!: boolean;
}
export class ItemStockEdited {
  @Int({ doc: 'How many lines changed a quantity.' }) changed!: number;
  @ListOf(() => ItemStockResult) results!: ItemStockResult[];
}
