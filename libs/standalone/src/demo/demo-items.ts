import { contract } from '@stockbook/contracts';
import type { Write } from './demo-write.js';

interface Places {
  readonly store: number;
  readonly depot: number;
}

/** Adds brands, categories, and items with stock in both places. */
export async function addItems(write: Write, { store, depot }: Places) {
  const { brand, category, item } = contract.inventory;
  const { brand_id: hearth } = await write(brand.add, { name: 'Hearth & Clay' });
  const { brand_id: fernwood } = await write(brand.add, { name: 'Fernwood' });
  const { brand_id: northlight } = await write(brand.add, { name: 'Northlight' });
  const { category_id: kitchen } = await write(category.add, { name: 'Kitchen' });
  const { category_id: tea } = await write(category.add, { name: 'Tea', parent_id: kitchen });
  const { category_id: light } = await write(category.add, { name: 'Light' });
  const items = [
    ['Blue mug', 'MUG-BLUE', hearth, tea, 12.5, 4.2, 0.35, 40, 120],
    ['Green mug', 'MUG-GREEN', hearth, tea, 12.5, 4.2, 0.35, 36, 90],
    ['Teapot', 'TEAPOT', hearth, tea, 48, 17.9, 1.1, 8, 30],
    ['Oak chopping board', 'BOARD-OAK', fernwood, kitchen, 35, 14.75, 1.6, 15, 60],
    ['Ash spoon', 'SPOON-ASH', fernwood, kitchen, 7.9, 2.1, 0.06, 80, 400],
    ['Beeswax candle', 'CANDLE-S', northlight, light, 9.9, 3.35, 0.2, 64, 300],
    ['Desk lamp', 'LAMP-DESK', northlight, light, 119, 52.4, 2.8, 3, 12],
  ] as const;
  const ids: number[] = [];
  for (const [name, model, brand_id, category_id, price, cost, weight, inStore, inDepot] of items) {
    const locations = [
      { location_id: store, quantity: inStore },
      { location_id: depot, quantity: inDepot },
    ];
    const categories = [category_id];
    const fields = { name, model, sku: model, brand_id, categories, price, cost, weight, locations };
    ids.push((await write(item.add, fields)).item_id);
  }
  const [mug = 0, greenMug = 0, teapot = 0, , , candle = 0] = ids;
  const item_bundles = [
    { bundle_item_id: mug, quantity: 2 },
    { bundle_item_id: teapot, quantity: 1 },
  ];
  const tea_set = { name: 'Tea for two', model: 'SET-TEA', sku: 'SET-TEA', price: 65, categories: [tea], item_bundles };
  await write(item.add, { ...tea_set, brand_id: hearth });
  return { mug, greenMug, teapot, candle, tea, light };
}
