import type { CreditNoteProductAdd, Fault, ItemSnapshot } from '@stockbook/contracts';
import { Big } from 'big.js';
import { placeLines } from '../../order/place/order-lines.js';
import { amountFaults, unitCostOf } from '../../order/record/order-sums.js';
import type { CreditNoteProductRow } from '../record/credit-note-product.entity.js';
import { type CreditShare, itemNamedBy, paidFor, shareCredits, type Sold } from './credit-shares.js';

/** A line before it is written. */
export type PlacedCredit = Omit<
  CreditNoteProductRow,
  'account_id' | 'credit_note_id' | 'credit_note_product_id' | 'date_deleted'
>;
/** Pieces of several order lines are several lines of one product. */
export interface CreditPart {
  readonly index: number;
  readonly credit: PlacedCredit;
}

/** Lines of an order are copies of those that they credit. */
export function placeCredits(
  products: readonly CreditNoteProductAdd[],
  sold: Sold | undefined,
  items: readonly ItemSnapshot[],
  faults: Fault[],
): CreditPart[] {
  const shares = sold ? shareCredits(products, sold, items, faults) : products.map(freeShare);
  const given = products.map((product, i) =>
    givenLine(
      product,
      shares.find(({ index }) => index === i),
      sold,
    ),
  );
  const placed = placeLines(given, sold ? [] : items, faults);
  faults.push(...amountFaults(placed, given));
  return shares.flatMap(({ index, line, quantity, price }, position) => {
    const own = placed[index];
    if (!own) return [];
    const { thumb, name, model, sku, item_id, components, cost } = own;
    const credit = {
      position,
      order_product_id: line?.order_product_id ?? 0,
      item_id: line?.item_id ?? item_id,
      components: line ? line.components : components,
      thumb: line?.thumb ?? thumb,
      name,
      model,
      sku,
      quantity,
      price,
      total: new Big(price).times(quantity).toNumber(),
      cost: line ? unitCostOf(line) : cost,
      cost_taken: null,
      taken: 0,
      short: 0,
      stock_sequence: 0,
      date_restocked: null,
    };
    return [{ index, credit }];
  });
}

const freeShare = ({ quantity, price = 0 }: CreditNoteProductAdd, index: number): CreditShare => ({
  index,
  quantity,
  price,
});

/** The item of a line of an order is that of the order's line, and needs no match. */
function givenLine(product: CreditNoteProductAdd, share: CreditShare | undefined, sold: Sold | undefined) {
  const { quantity, price = 0, cost } = product;
  const line = share?.line;
  const named = itemNamedBy(product);
  const naming = sold
    ? { item_id: 0, model: product.model ?? line?.model ?? '', sku: product.sku ?? line?.sku ?? '' }
    : named;
  return { ...naming, name: product.name ?? line?.name ?? '', quantity, price, cost, discount: 0, discount_total: 0 };
}

/** Warns of prices above what was paid for a piece. */
export function creditWarnings(
  parts: readonly CreditPart[],
  products: readonly CreditNoteProductAdd[],
  { order, lines }: Sold,
): string[] {
  const paid = paidFor(order, lines);
  const warnings = parts.flatMap(({ index, credit: { order_product_id } }) => {
    const line = lines.find((each) => each.order_product_id === order_product_id);
    const { price } = products[index] ?? {};
    if (!line || price === undefined) return [];
    const whole = paid.get(line) ?? new Big(0);
    if (new Big(price).times(line.quantity).lte(whole)) return [];
    const unit = whole.div(line.quantity).round(4).toFixed();
    return [
      `products[${index}].price ${price} is more than the ${unit} paid for a piece of order ` +
        `product ${order_product_id}.`,
    ];
  });
  return [...new Set(warnings)];
}
