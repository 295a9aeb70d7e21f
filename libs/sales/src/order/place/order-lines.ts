import {
  ambiguousSku,
  type Fault,
  itemsNamed,
  type ItemSnapshot,
  MAX_MONEY,
  noReference,
  type OrderProductAdd,
} from '@stockbook/contracts';
import { Big } from 'big.js';
import type { LineRecord, PlacedLine } from '../record/order-records.js';
import { totalFaults, costShown } from '../record/order-sums.js';

/** A product of a request; that of an import has the channel's id of its line. */
export interface GivenProduct extends OrderProductAdd {
  readonly imported_order_product_id?: string;
}

/** If there are no items, lines are taken as given. */
export function placeLines(
  products: readonly GivenProduct[],
  items: readonly ItemSnapshot[] | undefined,
  faults: Fault[],
): PlacedLine[] {
  faults.push(...repeatedIds(products));
  return products.map((product, position) => {
    const field = `products[${position}]`;
    const [item, ...others] = itemsNamed(product, items ?? []);
    const total = lineTotal(product);
    if (items && product.item_id && !item) faults.push(noReference(`${field}.item_id`, 'item', product.item_id));
    if (item && others.length) faults.push(ambiguousSku(`${field}.sku`, product.sku, [item, ...others]));
    if (total.abs().gt(MAX_MONEY)) faults.push(totalTooLarge(field, total));
    faults.push(...totalFaults(product.totals ?? [], `${field}.totals`));
    return {
      position,
      imported_order_product_id: product.imported_order_product_id ?? '',
      item_id: item?.item_id ?? product.item_id,
      components: item?.components ?? null,
      thumb: item?.image ?? '',
      name: product.name || (item?.name ?? ''),
      model: product.model || (item?.model ?? ''),
      sku: product.sku || (item?.sku ?? ''),
      quantity: product.quantity,
      price: product.price,
      discount: product.discount,
      discount_total: product.discount_total,
      discount_platform: 0,
      totals: product.totals ?? [],
      total: total.toNumber(),
      cost: product.cost ?? averageCostOf(item),
      cost_taken: null,
      weight: item?.weight ?? 0,
      taken: 0,
      short: 0,
      stock_sequence: 0,
    };
  });
}

/** An edit may name the items of its order whatever became of them. */
export const itemSnapshots = (lines: readonly LineRecord[]): ItemSnapshot[] =>
  lines
    .filter(({ item_id }) => item_id > 0)
    .map(({ item_id, name, model, sku, thumb, weight, cost, components }) => {
      const snapshot = { item_id, name, model, sku, image: thumb, weight, average_cost: String(cost) };
      return components ? { ...snapshot, components: [...components] } : snapshot;
    });

function repeatedIds(products: readonly GivenProduct[]): Fault[] {
  const seen = new Set(['']);
  return products.flatMap(({ imported_order_product_id: id = '' }, i): Fault[] => {
    const field = `products[${i}].imported_order_product_id`;
    const isRepeated = id !== '' && seen.has(id);
    seen.add(id);
    return isRepeated ? [{ code: 'invalid', field, message: `${field} must be unique; ${id} is there already.` }] : [];
  });
}

const averageCostOf = (item: ItemSnapshot | undefined): number => costShown(item?.average_cost ?? 0);

function lineTotal({ quantity, price, discount, discount_total, totals = [] }: OrderProductAdd): Big {
  const own = totals.reduce((sum, total) => sum.plus(total.price), new Big(0));
  return new Big(price).minus(discount).times(quantity).minus(discount_total).plus(own);
}

const totalTooLarge = (field: string, total: Big): Fault => ({
  code: 'invalid',
  field,
  message: `The total of ${field} is ${total.toFixed()}, which has more than 11 digits.`,
});
