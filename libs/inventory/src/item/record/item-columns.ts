import type { ItemEdit, ItemTranslation } from '@stockbook/contracts';
import { plainTextOf } from './description.js';
import type { ItemRow, LocationSettings } from './item.entity.js';

type Known = Pick<ItemRow, 'description' | 'plain_given' | 'locations'>;
const NOTHING: Known = { description: '', plain_given: false, locations: [] };

/** Returns the columns that a request with clean texts gives a value; `undefined` leaves a column as it is. */
export const columnsOf = (input: ItemEdit, known = NOTHING) => ({
  parent_id: input.parent_id,
  channel_group_id: input.channel_group_id,
  brand_id: input.brand_id,
  name: input.name,
  ...descriptionsOf(input, known),
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
  categories: input.categories && [...new Set(input.categories)],
  images: input.images?.map(({ image, set_id = 0, sort_order = 0 }) => ({ image, set_id, sort_order })),
  locations: input.locations && mergedLocations(known.locations, input.locations),
  customer_groups: input.customer_groups,
  translations: input.translations?.map(toTranslation),
});

/** A plain description follows the description until a client gives one, and again once a client gives an empty one. */
function descriptionsOf(given: Pick<ItemEdit, 'description' | 'plain_description'>, known: Known) {
  const { description } = given;
  const plain = given.plain_description?.trim();
  if (plain) return { description, plain_description: given.plain_description, plain_given: true };
  const follows = plain === '' || !known.plain_given;
  if (!follows || (plain === undefined && description === undefined)) return { description };
  return { description, plain_description: plainTextOf(description ?? known.description), plain_given: false };
}

const toTranslation = (given: NonNullable<ItemEdit['translations']>[number]): ItemTranslation => {
  const { language_id, name = '', description = '', plain_description = '' } = given;
  return { language_id, name, description, plain_description };
};

/** A location named changes in what it gives; the others stay. */
function mergedLocations(
  known: readonly LocationSettings[],
  given: NonNullable<ItemEdit['locations']>,
): LocationSettings[] {
  const byId = new Map(known.map((settings) => [settings.location_id, settings]));
  for (const { location_id, price, location } of given) {
    const before = byId.get(location_id);
    byId.set(location_id, {
      location_id,
      price: price ?? before?.price ?? 0,
      location: location ?? before?.location ?? '',
    });
  }
  return [...byId.values()];
}
