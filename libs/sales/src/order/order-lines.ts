import { type Fault, type ItemSnapshot, noReference, type OrderProductAdd } from '@stockbook/contracts';
import { Big } from 'big.js';
import type { OrderProductRow } from './order-product.entity.js';
import { checkTotals } from './order-terms.js';

/** A line before it is written. */
export type PlacedLine = Omit<OrderProductRow, 'account_id' | 'order_id' | 'order_product_id' | 'date_deleted'>;

const MAX_MONEY = 1e11;

/** Turns the products of a request into lines, with every fault found. Without items to look in, lines are taken as given. */
export function placeLines(
  products: readonly OrderProductAdd[],
  items: readonly ItemSnapshot[] | undefined,
  faults: Fault[],
): PlacedLine[] {
  return products.map((product, position) => {
    const field = `products[${position}]`;
    const item = items && itemOf(product, items);
    const total = totalOf(product);
    if (items && product.item_id && !item) faults.push(noReference(`${field}.item_id`, 'item', product.item_id));
    if (total.abs().gte(MAX_MONEY)) faults.push(tooLarge(field, total));
    checkTotals(product.totals ?? [], `${field}.totals`, faults);
    return {
      position,
      imported_order_product_id: '',
      item_id: item?.item_id ?? product.item_id,
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
      cost: product.cost ?? null,
      cost_given: product.cost !== undefined,
      weight: item?.weight ?? 0,
      taken: 0,
      stock_sequence: 0,
    };
  });
}

/** kg of all lines. */
export const weightOf = (lines: readonly PlacedLine[]): number =>
  lines.reduce((sum, { weight, quantity }) => sum.plus(new Big(weight).times(quantity)), new Big(0)).toNumber();

/** Cost of all lines as far as it is known, or null. */
export function costOf(lines: readonly Pick<PlacedLine, 'cost' | 'quantity'>[]): number | null {
  const costs = lines.flatMap(({ cost, quantity }) => (cost === null ? [] : [new Big(cost).times(quantity)]));
  return costs.length ? costs.reduce((sum, cost) => sum.plus(cost)).toNumber() : null;
}

function itemOf({ item_id, model, sku }: OrderProductAdd, items: readonly ItemSnapshot[]): ItemSnapshot | undefined {
  if (item_id) return items.find((item) => item.item_id === item_id);
  return (
    (model ? items.find((item) => item.model === model) : undefined) ??
    (sku ? items.find((item) => item.sku === sku) : undefined)
  );
}

function totalOf({ quantity, price, discount, discount_total, totals = [] }: OrderProductAdd): Big {
  const own = totals.reduce((sum, total) => sum.plus(total.price), new Big(0));
  return new Big(price).minus(discount).times(quantity).minus(discount_total).plus(own);
}

const tooLarge = (field: string, total: Big): Fault => ({
  code: 'invalid',
  field,
  message: `The total of ${field} is ${total.toFixed()}, which has more than 11 digits.`,
});
