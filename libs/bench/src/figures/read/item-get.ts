import type { Item } from '@stockbook/contracts';
import type { Bench } from '../../bench.js';
import type { Figure } from '../../figure.js';
import { measureReading } from './read-run.js';

const ROWS = 100;
const KINDS = 50;

interface ItemAnswer {
  readonly total?: number;
  readonly items?: readonly Item[];
}

/** Lists of items with everything in them, and one item by its sku. */
export const itemGetFigures: readonly Figure[] = [
  {
    name: 'item_get_100',
    unit: 'answers/s',
    needs: ['items'],
    measure: (bench) => reading(bench, [{ limit: ROWS }], ROWS, livingOf(bench.scale.items)),
  },
  {
    name: 'item_get_sku',
    unit: 'answers/s',
    needs: ['items'],
    measure: (bench) => reading(bench, skus(bench.scale.items), 1, 1),
  },
];

/** Every hundredth item is deleted. */
export const livingOf = (count: number): number => count - Math.floor(count / 100);

const skus = (count: number) =>
  Array.from({ length: KINDS }, (_, n) => ({ sku: `SKU-${Math.floor(((n + 0.5) * count) / KINDS / 100) * 100 + 1}` }));

function reading(bench: Bench, bodies: readonly object[], rows: number, total: number) {
  const faultsOf = (answer: ItemAnswer) => {
    const [item] = answer.items ?? [];
    const isWhole = item?.locations.length === 2 && item.customer_groups.length === 1 && item.images.length === 2;
    return answer.total === total && answer.items?.length === rows && isWhole
      ? []
      : [`item/get answered ${answer.items?.length} of ${answer.total} items: ${JSON.stringify(item)}`];
  };
  return measureReading(bench, { path: 'inventory/item/get', bodies, seconds: bench.scale.seconds, faultsOf });
}
