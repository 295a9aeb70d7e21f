import { read, resource } from '../contract.js';
import { Id, ListOf, Measure, Quantity, Text } from '../fields/fields.js';

/** How a document's line names an item: by id, or where that is 0 by model, then by sku. */
export class ItemNamed {
  @Id() item_id!: number;
  @Text() model!: string;
  @Text() sku!: string;
}
class ItemMatch {
  @ListOf(() => ItemNamed) lines!: ItemNamed[];
}
/** A component of a bundle, as a document's line keeps it. */
export class Component {
  @Id() item_id!: number;
  @Quantity({ doc: 'Pieces in one bundle.' }) quantity!: number;
}
/** A living item as documents of other services keep it. */
export class ItemSnapshot {
  @Id() item_id!: number;
  @Text() name!: string;
  @Text() model!: string;
  @Text() sku!: string;
  @Text() image!: string;
  /** kg. */
  @Measure() weight!: number;
  /** Of one piece, in the base currency: a decimal text. */
  @Text() average_cost!: string;
  /** Of a bundle. */
  @ListOf(() => Component, { optional: true }) components?: Component[];
}
class ItemMatched {
  /** Those found, each once; `model` and `sku` are the item's own. */
  @ListOf(() => ItemSnapshot) items!: ItemSnapshot[];
}

/** Calls of sales to inventory. */
export const itemMatch = resource('internal/item', 'inventory', {
  match: read(ItemMatch, ItemMatched, 'Finds the living items that lines name.'),
});
