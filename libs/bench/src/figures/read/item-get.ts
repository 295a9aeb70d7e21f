import { item } from '@stockbook/contracts';
import type { Bench } from '../../bench.js';
import type { Figure } from '../../figure.js';
import { measureReading } from './read-run.js';

const ROWS = 100;
const KINDS = 50;

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
    measure: (bench) => reading(bench, livingNumbers(bench.scale.items).map(skuOf), 1, 1),
  },
];

/** Every hundredth item, customer and order is deleted. */
export const livingOf = (count: number): number => count - Math.floor(count / 100);

export const livingNumbers = (count: number): number[] =>
  Array.from({ length: KINDS }, (_, n) => Math.floor(((n + 0.5) * count) / KINDS / 100) * 100 + 1);

const skuOf = (n: number) => ({ sku: `SKU-${n}` });

function reading(bench: Bench, bodies: readonly object[], rows: number, total: number) {
  return measureReading(bench, item.get, {
    bodies,
    faultsOf: (answer) => {
      const [first] = answer.items ?? [];
      const isWhole = first?.locations.length === 2 && first.customer_groups.length === 1 && first.images.length === 2;
      return answer.total === total && answer.items?.length === rows && isWhole
        ? []
        : [`item/get answered ${answer.items?.length} of ${answer.total} items: ${JSON.stringify(first)}`];
    },
  });
}
