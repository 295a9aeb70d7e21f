import {
  type CreditNoteProductAdd,
  type Fault,
  type ItemSnapshot,
  itemsNamed,
  namesItem,
  noReference,
} from '@stockbook/contracts';
import { Big } from 'big.js';
import { isPending } from '../../order/complete/order-lookup.js';
import { allocatedTo } from '../../order/promotion/order-promotions.js';
import type { LineRecord, OrderRecord } from '../../order/record/order-records.js';
import type { Credited } from '../../order/credit/credited-lines.js';

export interface Sold {
  readonly order: OrderRecord;
  readonly lines: readonly LineRecord[];
  readonly credited: readonly Credited[];
}

/** A product of a request credits these pieces of one line of the order, or of none. */
export interface CreditShare {
  /** The product's place in the request. */
  readonly index: number;
  readonly line?: LineRecord;
  readonly quantity: number;
  readonly price: number;
}

/** A line of the order while pieces of it are credited. */
interface Remainder {
  readonly line: LineRecord;
  readonly paid: Big;
  readonly before: number;
  quantity: number;
  total: Big;
}

export const itemNamedBy = ({ item_id = 0, model = '', sku = '' }: CreditNoteProductAdd) => ({ item_id, model, sku });

export const needsLookup = (product: CreditNoteProductAdd, lines: readonly LineRecord[]): boolean =>
  !product.order_product_id && namesItem(itemNamedBy(product)) && !linesNamed(product, lines, []).length;

/** Returns what was paid for each line of an order: its total less its share of the order's discounts. */
export function paidFor(order: OrderRecord, lines: readonly LineRecord[]): Map<LineRecord, Big> {
  const allocated = allocatedTo(order, lines);
  return new Map(lines.map((line, i) => [line, new Big(line.total).plus(allocated[i] ?? 0)]));
}

/** Finds the order lines whose pieces the products credit; the oldest first where several have the item. */
export function shareCredits(
  products: readonly CreditNoteProductAdd[],
  { order, lines, credited }: Sold,
  items: readonly ItemSnapshot[],
  faults: Fault[],
): CreditShare[] {
  const paid = paidFor(order, lines);
  const creditedOf = new Map(credited.map((each) => [each.order_product_id, each]));
  const remainders = lines.map((line): Remainder => {
    const { quantity = 0, total = 0 } = creditedOf.get(line.order_product_id) ?? {};
    return { line, paid: paid.get(line) ?? new Big(0), before: quantity, quantity, total: new Big(total) };
  });
  const decimals = Math.min(order.decimal_place, 4);
  const shares = products.map((): CreditShare[] => []);
  const indexed = products.map((product, index) => ({ product, index }));
  const isExplicit = ({ product }: (typeof indexed)[number]) => Boolean(product.order_product_id);
  // Lines that are named by their ids keep their pieces from lines that are found by their items.
  for (const { product, index } of [...indexed.filter(isExplicit), ...indexed.filter((each) => !isExplicit(each))]) {
    const { price, quantity } = product;
    if (!product.order_product_id && !namesItem(itemNamedBy(product))) {
      shares[index] = [{ index, quantity, price: price ?? 0 }];
      continue;
    }
    const named = new Set(linesNamed(product, lines, items));
    const own = remainders.filter(({ line }) => named.has(line));
    const fault = own.length ? pendingFault(order, own, index) : unknownFault(order, product, items, index);
    if (fault) faults.push(fault);
    const taken = takePieces(own, quantity);
    if (own.length && taken.reduce((sum, each) => sum + each.quantity, 0) < quantity)
      faults.push(overCredited(own, quantity, index));
    shares[index] = taken.flatMap(({ from, quantity: pieces }) =>
      pricedParts(from, pieces, price, decimals).map((part) => ({ index, line: from.line, ...part })),
    );
  }
  return shares.flat();
}

function linesNamed(
  product: CreditNoteProductAdd,
  lines: readonly LineRecord[],
  items: readonly ItemSnapshot[],
): LineRecord[] {
  const { order_product_id } = product;
  const { item_id, model, sku } = itemNamedBy(product);
  const fitting = (fits: (line: LineRecord) => boolean) =>
    lines.filter(fits).sort((one, other) => one.order_product_id - other.order_product_id);
  if (order_product_id) return fitting((line) => line.order_product_id === order_product_id);
  if (item_id) return fitting((line) => line.item_id === item_id);
  const byModel = model ? fitting((line) => line.model === model) : [];
  const byText = byModel.length || !sku ? byModel : fitting((line) => line.sku === sku);
  if (byText.length) return byText;
  const ids = new Set(itemsNamed({ item_id, model, sku }, items).map((item) => item.item_id));
  return fitting((line) => ids.has(line.item_id));
}

function takePieces(own: readonly Remainder[], wanted: number) {
  let missing = wanted;
  return own.flatMap((from) => {
    const quantity = Math.min(missing, from.line.quantity - from.quantity);
    missing -= Math.max(0, quantity);
    return quantity > 0 ? [{ from, quantity }] : [];
  });
}

/** The last piece of the line takes the rest of the rounding. */
function pricedParts(from: Remainder, quantity: number, price: number | undefined, decimals: number) {
  const { line, paid } = from;
  const whole = paid.lt(0) ? new Big(0) : paid;
  const unit = whole.div(line.quantity).round(decimals, Big.roundDown);
  const rest = whole.minus(unit.times(line.quantity));
  const isRestTaken = from.total.minus(unit.times(from.quantity)).eq(rest);
  const isLast = from.quantity + quantity === line.quantity;
  const parts =
    price !== undefined
      ? [{ quantity, price }]
      : isLast && !isRestTaken
        ? [
            { quantity: quantity - 1, price: unit.toNumber() },
            { quantity: 1, price: unit.plus(rest).toNumber() },
          ].filter((part) => part.quantity > 0)
        : [{ quantity, price: unit.toNumber() }];
  from.quantity += quantity;
  for (const part of parts) from.total = from.total.plus(new Big(part.price).times(part.quantity));
  return parts;
}

function pendingFault(order: OrderRecord, own: readonly Remainder[], index: number): Fault | undefined {
  const pending = own.find(({ line }) => isPending(order, line));
  if (!pending) return undefined;
  const field = `products[${index}].order_product_id`;
  const message =
    `The item of order product ${pending.line.order_product_id} is not looked up yet; ` +
    'the same request can be repeated safely.';
  return { code: 'unavailable', field, message };
}

function unknownFault(
  order: OrderRecord,
  product: CreditNoteProductAdd,
  items: readonly ItemSnapshot[],
  index: number,
): Fault {
  const { order_product_id } = product;
  if (order_product_id) return noReference(`products[${index}].order_product_id`, 'order product', order_product_id);
  const { item_id, model, sku } = itemNamedBy(product);
  const field = `products[${index}].${item_id ? 'item_id' : model ? 'model' : 'sku'}`;
  if (order.lookup) {
    const message =
      `The items of order ${order.order_id} are not looked up yet; ` + 'the same request can be repeated safely.';
    return { code: 'unavailable', field, message };
  }
  const [item] = itemsNamed({ item_id, model, sku }, items);
  const label = item?.model || item?.name;
  const found = item?.item_id ?? item_id;
  const named = found ? `item ${found}${label ? ` (${label})` : ''}` : model ? `model ${model}` : `sku ${sku}`;
  return { code: 'unknown_reference', field, message: `Order ${order.order_id} has no line of ${named}.` };
}

function overCredited(own: readonly Remainder[], quantity: number, index: number): Fault {
  const sum = (amount: (each: Remainder) => number) => own.reduce((all, each) => all + amount(each), 0);
  const ids = own.map(({ line }) => line.order_product_id).join(', ');
  const [subject, verb] = own.length > 1 ? [`Order products ${ids}`, 'were'] : [`Order product ${ids}`, 'was'];
  const [sold, before] = [sum(({ line }) => line.quantity), sum((each) => each.before)];
  const wanted = sum((each) => each.quantity) - before + quantity;
  const message =
    `${subject} ${verb} sold ${sold} times and ${own.length > 1 ? 'are' : 'is'} credited ${before} times already, ` +
    `so not ${wanted} times more.`;
  return { code: 'over_credited', field: `products[${index}].quantity`, message };
}
