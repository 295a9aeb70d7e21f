import { internalResource, read } from '../contract.js';
import { Id, ListOf, Measure, Text } from '../fields/fields.js';
import type { Fault } from '../fields/refused.js';
import { Component } from '../inventory/component.js';

/** A line of a document names an item by id, or where that is 0 by model, then by sku. */
export class ItemNamed {
  @Id() item_id!: number;
  @Text() model!: string;
  @Text() sku!: string;
}
class ItemMatch {
  @ListOf(() => ItemNamed) lines!: ItemNamed[];
}
/** A living item as documents of other services keep it. */
export class ItemSnapshot {
  @Id() item_id!: number;
  @Text() name!: string;
  @Text() model!: string;
  @Text() sku!: string;
  @Text() image!: string;
  /** The weight in kg. */
  @Measure() weight!: number;
  /** The average cost of one piece, in the base currency, as a decimal text. */
  @Text() average_cost!: string;
  @ListOf(() => Component, { optional: true }) components?: Component[];
}
class ItemMatched {
  /** The items that were found, each once; `model` and `sku` are the item's own. */
  @ListOf(() => ItemSnapshot) items!: ItemSnapshot[];
}

/** Sales and integration call inventory by this. */
export const itemMatch = internalResource('internal/item', 'inventory', ['sales', 'integration'], {
  match: read(ItemMatch, ItemMatched, 'Finds the living items that lines name.'),
});

export const namesItem = ({ item_id, model, sku }: ItemNamed): boolean => item_id > 0 || model !== '' || sku !== '';

/** The id comes first, then the model, then the sku, which several items may have. */
export function itemsNamed({ item_id, model, sku }: ItemNamed, items: readonly ItemSnapshot[]): ItemSnapshot[] {
  const fitting = (fits: (item: ItemSnapshot) => boolean) => {
    const found = items.filter(fits);
    const ids = found.map((item) => item.item_id);
    return found.filter((item, index) => ids.indexOf(item.item_id) === index);
  };
  if (item_id) return fitting((item) => item.item_id === item_id);
  const byModel = model ? fitting((item) => item.model === model) : [];
  return byModel.length || !sku ? byModel : fitting((item) => item.sku === sku);
}

type Identified = Pick<ItemSnapshot, 'item_id'>;

export const ambiguousName = (field: string, named: string, items: readonly Identified[]): Fault => {
  const ids = items.map(({ item_id }) => item_id).join(', ');
  return { code: 'invalid', field, message: `${named} fits several items: ${ids}. Name one by its item_id.` };
};
export const ambiguousSku = (field: string, sku: string, items: readonly Identified[]): Fault =>
  ambiguousName(field, `${field} ${sku}`, items);
