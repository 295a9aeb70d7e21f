import type { ItemAdd, Operations } from '@stockbook/client';
import { bikes, categories, items, type PlannedItem, type Shape } from './catalogue.js';
import { begun, type Once } from './once.js';
import type { LocationName } from './orders.js';
import { picture } from './pictures.js';
import type { Places } from './places.js';
import type { Shelves } from './shelves.js';

/** Every third item has no Vietnamese name yet. */
const isTranslated = (index: number) => index % 3 > 0;
const LOCATIONS: readonly LocationName[] = ['store', 'riverside', 'stall', 'depot'];

/** An item with the item whose picture it shows. */
interface Pictured {
  readonly sku: string;
  readonly pictured: string;
  readonly colour: string;
  readonly shape: Shape;
}

const pictured: readonly Pictured[] = [
  ...items.map((item) => ({ ...item, shape: categories[item.family.category].shape })),
  ...bikes.map((bike) => ({ ...bike, shape: 'bike' as const })),
];

/** The items of the shop. */
export class Goods {
  private readonly costs = new Map(items.map((item) => [item.sku, costOf(item)]));
  private readonly names = new Map([...items, ...bikes].map(({ sku, name }) => [sku, name]));

  constructor(private readonly ids: ReadonlyMap<string, number>) {}

  idOf(sku: string): number {
    return this.ids.get(sku) ?? 0;
  }

  costOf(sku: string): number {
    return this.costs.get(sku) ?? 0;
  }

  nameOf(sku: string): string {
    return this.names.get(sku) ?? sku;
  }

  /** Stores the pictures one after the other, because inventory decodes one at a time. */
  async picture(api: Operations, batched: Operations, once: Once): Promise<void> {
    const edits: Promise<unknown>[] = [];
    for (const { sku, shape, colour } of pictured.filter((each) => each.sku === each.pictured)) {
      const content = (await picture(shape, colour)).toString('base64');
      const { image } = await api.inventory.item.addImage({ item_id: this.idOf(sku), content }, once(`picture ${sku}`));
      const sharing = pictured.filter((each) => each.pictured === sku && each.sku !== sku);
      edits.push(
        ...sharing.map((each) =>
          begun(
            batched.inventory.item.edit(
              { item_id: this.idOf(each.sku), image, images: [{ image }] },
              once(`picture ${each.sku}`),
            ),
          ),
        ),
      );
    }
    await Promise.all(edits);
  }
}

const costOf = ({ family }: PlannedItem): number => Math.round(family.price * family.cost * 100) / 100;

export async function addGoods(api: Operations, once: Once, places: Places, opening: Shelves): Promise<Goods> {
  const ids = new Map<string, number>();
  const add = async (item: ItemAdd & { readonly sku: string }) =>
    ids.set(item.sku, (await api.inventory.item.add(item, once(`item ${item.sku}`))).item_id);
  const isFirst = (item: PlannedItem) => item.sku === item.pictured;
  // An item is not deleted while others have it as their parent, so the picture that they share stays.
  const addAll = (are: boolean) =>
    Promise.all(
      items.flatMap((item, index) =>
        isFirst(item) === are
          ? [add({ ...itemBody(item, index, places, opening), parent_id: are ? 0 : ids.get(item.pictured) })]
          : [],
      ),
    );
  await addAll(true);
  await addAll(false);
  await Promise.all(
    bikes.map(({ sku, name, vietnamese, price, parts }) =>
      add({
        ...{ sku, model: sku, name, price, brand_id: places.brands.Alderway, categories: [places.categories.Bikes] },
        item_bundles: parts.map((part) => ({ bundle_item_id: ids.get(part) ?? 0, quantity: 1 })),
        translations: [{ language_id: places.vietnamese, name: vietnamese }],
      }),
    ),
  );
  return new Goods(ids);
}

function itemBody(item: PlannedItem, index: number, places: Places, opening: Shelves) {
  const { sku, family, name, barcode, vietnamese } = item;
  const { price, kg, brand, category } = family;
  const top = categories[category].below;
  return {
    ...{ sku, model: sku, name, barcode, price, weight: kg, cost: costOf(item), brand_id: places.brands[brand] },
    description: `<p>${family.name} by ${brand}, ${kg} kg.</p>`,
    categories: [places.categories[category], ...(top ? [places.categories[top]] : [])],
    locations: LOCATIONS.filter((location) => opening.of(location, sku)).map((location) => ({
      location_id: places.locations[location],
      quantity: opening.of(location, sku),
      location: `${'ABCDEF'[index % 6]}-${1 + (index % 24)}`,
    })),
    customer_groups: [{ customer_group_id: places.wholesale, price: Math.round(price * 82) / 100 }],
    ...(isTranslated(index) && { translations: [{ language_id: places.vietnamese, name: vietnamese }] }),
  };
}
