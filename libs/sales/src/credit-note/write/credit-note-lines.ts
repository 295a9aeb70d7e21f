import {
  type CreditNoteProductAdd,
  type CreditNoteProductEdit,
  type Fault,
  type ItemSnapshot,
  noReference,
} from '@stockbook/contracts';
import { Big } from 'big.js';
import { isDeepStrictEqual } from 'node:util';
import { isPending } from '../../order/complete/order-lookup.js';
import { placeLines } from '../../order/place/order-lines.js';
import { checkAmounts, unitCostOf } from '../../order/place/order-sums.js';
import { allocatedTo } from '../../order/promotion/order-promotions.js';
import type { LineRecord, OrderRecord } from '../../order/record/order-records.js';
import type { CreditNoteProductRow } from '../record/credit-note-product.entity.js';
import type { CreditLineRecord, Credited } from '../record/credit-note-records.js';

/** A line before it is written. */
export type PlacedCredit = Omit<
  CreditNoteProductRow,
  'account_id' | 'credit_note_id' | 'credit_note_product_id' | 'date_deleted'
>;
/** A line of an edited credit note; `credit_note_product_id` 0 is a new one. */
export type KeptCredit = PlacedCredit & { readonly credit_note_product_id: number };

/** Turns the products of a request into lines, with every fault found. One that names an order line is a copy of it. */
export function placeCredits(
  products: readonly CreditNoteProductAdd[],
  orderLines: readonly LineRecord[],
  items: readonly ItemSnapshot[],
  faults: Fault[],
): PlacedCredit[] {
  const sold = products.map(({ order_product_id }) =>
    orderLines.find((line) => line.order_product_id === order_product_id),
  );
  const given = products.map((product, i) => givenLine(product, sold[i]));
  const placed = placeLines(given, items, faults);
  checkAmounts(placed, given, faults);
  return placed.map((own, i) => {
    const { position, thumb, name, model, sku, item_id, components, quantity, price, total, cost } = own;
    const { order_product_id = 0 } = products[i] ?? {};
    const line = sold[i];
    if (order_product_id && !line)
      faults.push(noReference(`products[${i}].order_product_id`, 'order product', order_product_id));
    return {
      position,
      order_product_id,
      item_id: line?.item_id ?? item_id,
      components: line ? line.components : components,
      thumb: line?.thumb ?? thumb,
      name,
      model,
      sku,
      quantity,
      price,
      total,
      cost: line ? unitCostOf(line) : cost,
      cost_taken: null,
      taken: 0,
      short: 0,
      stock_sequence: 0,
      date_restocked: null,
    };
  });
}

/** The fields by which the inventory finds the item of a line that names no order line. */
export const namingOf = ({ order_product_id, item_id = 0, model = '', sku = '' }: CreditNoteProductAdd) =>
  order_product_id ? { item_id: 0, model: '', sku: '' } : { item_id, model, sku };

/** A line whose item is that of an order line needs no match. */
function givenLine(product: CreditNoteProductAdd, line: LineRecord | undefined) {
  const { quantity, name = line?.name ?? '', price = line ? priceOf(line) : 0, cost } = product;
  const naming = line
    ? { item_id: 0, model: product.model ?? line.model, sku: product.sku ?? line.sku }
    : namingOf(product);
  return { ...naming, name, quantity, price, cost, discount: 0, discount_total: 0 };
}

const priceOf = ({ price, discount }: LineRecord): number => new Big(price).minus(discount).toNumber();

/** Refuses more of an order line than was sold and is not credited yet. */
export function capFaults(
  lines: readonly PlacedCredit[],
  orderLines: readonly LineRecord[],
  credited: readonly Credited[],
): Fault[] {
  const ids = [...new Set(lines.map(({ order_product_id }) => order_product_id))].filter(Boolean);
  return ids.flatMap((id) => {
    const own = lines.filter(({ order_product_id }) => order_product_id === id);
    const wanted = own.reduce((sum, { quantity }) => sum + quantity, 0);
    const sold = orderLines.find(({ order_product_id }) => order_product_id === id)?.quantity ?? 0;
    const before = credited.find(({ order_product_id }) => order_product_id === id)?.quantity ?? 0;
    if (wanted <= sold - before) return [];
    const message = `Order product ${id} was sold ${sold} times and is credited ${before} times already, so not ${wanted} times more.`;
    return [{ code: 'over_credited', field: `products[${own[0]?.position ?? 0}].quantity`, message }];
  });
}

/** Refuses copies of order lines whose items the inventory has not looked up yet, or has since they were copied. */
export function lookupFaults(
  lines: readonly PlacedCredit[],
  order: OrderRecord,
  orderLines: readonly LineRecord[],
): Fault[] {
  return lines.flatMap(({ position, order_product_id, item_id, components }) => {
    const sold = orderLines.find((line) => line.order_product_id === order_product_id);
    if (!sold) return [];
    const isCopy = sold.item_id === item_id && isDeepStrictEqual(sold.components, components);
    if (isCopy && !isPending(order, sold)) return [];
    const field = `products[${position}].order_product_id`;
    const message = `The item of order product ${order_product_id} is not looked up yet; the same request can be repeated safely.`;
    return [{ code: 'unavailable', field, message }];
  });
}

/** The currency of a credit note, in which the prices of its lines are. */
export type CreditMoney = Pick<OrderRecord, 'currency' | 'currency_value'>;

/** Warns of lines that give back more for a piece than the customer paid: the order's negative totals made it cheaper. */
export function creditWarnings(
  lines: readonly PlacedCredit[],
  order: OrderRecord,
  orderLines: readonly LineRecord[],
  { currency, currency_value }: CreditMoney,
): string[] {
  const allocated = allocatedTo(order, orderLines);
  const rate = currency === order.currency ? 1 : new Big(currency_value).div(order.currency_value);
  return lines.flatMap(({ position, order_product_id, price }) => {
    const index = orderLines.findIndex((line) => line.order_product_id === order_product_id);
    const sold = orderLines[index];
    if (!sold) return [];
    const paid = new Big(sold.total).plus(allocated[index] ?? 0).times(rate);
    if (new Big(price).times(sold.quantity).lte(paid)) return [];
    const unit = paid.div(sold.quantity).round(4).toFixed();
    return [
      `products[${position}].price ${price} is more than the ${unit} paid for a piece of order product ${order_product_id}.`,
    ];
  });
}

/**
 * Gives the lines of an edit the ids of the stored lines that they replace, so that only the difference moves stock: by
 * `credit_note_product_id` where it is given, else the line in the same place. A line of another item is a new line.
 */
export function matchCredits(
  placed: readonly PlacedCredit[],
  products: readonly CreditNoteProductEdit[],
  stored: readonly CreditLineRecord[],
  faults: Fault[],
): KeptCredit[] {
  const free = new Set(stored);
  return placed.map((line, i) => {
    const id = products[i]?.credit_note_product_id;
    const old = stored.find(
      (each) => free.has(each) && (id ? each.credit_note_product_id === id : isSameCredit(each, line)),
    );
    if (id && !old) faults.push(noReference(`products[${i}].credit_note_product_id`, 'credit note product', id));
    if (!old || !isSameItem(old, line)) return { ...line, credit_note_product_id: 0 };
    free.delete(old);
    const { credit_note_product_id, components, taken, short, stock_sequence, cost_taken, date_restocked } = old;
    const isWhole = taken === -line.quantity;
    const stock = { taken, short, stock_sequence, cost_taken, date_restocked: isWhole ? date_restocked : null };
    return { ...line, ...stock, components, credit_note_product_id };
  });
}

const isSameItem = (one: PlacedCredit, other: PlacedCredit): boolean =>
  one.item_id === other.item_id && one.order_product_id === other.order_product_id;
const isSameCredit = (one: PlacedCredit, other: PlacedCredit): boolean =>
  one.position === other.position && isSameItem(one, other);
