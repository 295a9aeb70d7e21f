import type { ItemEdit, ItemTranslation } from '@stockbook/contracts';
import { plainTextOf, sanitised } from './description.js';
import type { LocationSettings } from './item.entity.js';

/** The columns that a request gives a value; `undefined` leaves a column as it is. */
export const columnsOf = (input: ItemEdit, known: readonly LocationSettings[]) => ({
  parent_id: input.parent_id,
  channel_group_id: input.channel_group_id,
  brand_id: input.brand_id,
  name: input.name,
  ...descriptionsOf(input),
  image: input.image,
  model: input.model,
  sku: input.sku,
  gtin: input.gtin,
  barcode: input.barcode,
  price: input.price,
  cost: input.cost,
  weight: input.weight,
  length: input.length,
  width: input.width,
  height: input.height,
  categories: input.categories,
  images: input.images?.map(({ image, set_id = 0, sort_order = 0 }) => ({ image, set_id, sort_order })),
  locations: input.locations && mergedLocations(known, input.locations),
  customer_groups: input.customer_groups,
  translations: input.translations?.map(toTranslation),
});

type Described = Pick<ItemEdit, 'description' | 'plain_description'>;

function descriptionsOf({ description, plain_description }: Described): Described {
  const html = description === undefined ? undefined : sanitised(description);
  return {
    description: html,
    plain_description: plain_description ?? (html === undefined ? undefined : plainTextOf(html)),
  };
}

function toTranslation(given: NonNullable<ItemEdit['translations']>[number]): ItemTranslation {
  const { description = '', plain_description = '' } = descriptionsOf(given);
  return { language_id: given.language_id, name: given.name ?? '', description, plain_description };
}

/** A location named changes in what it gives; the others stay. */
function mergedLocations(
  known: readonly LocationSettings[],
  given: NonNullable<ItemEdit['locations']>,
): LocationSettings[] {
  const byId = new Map(known.map((settings) => [settings.location_id, settings]));
  for (const { location_id, price, stock_warning, stock_danger, location } of given) {
    const before = byId.get(location_id);
    byId.set(location_id, {
      location_id,
      price: price ?? before?.price ?? 0,
      stock_warning: stock_warning ?? before?.stock_warning,
      stock_danger: stock_danger ?? before?.stock_danger,
      location: location ?? before?.location ?? '',
    });
  }
  return [...byId.values()];
}
