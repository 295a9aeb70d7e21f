import {
  type Component,
  type Fault,
  invalidField,
  MAX_MONEY,
  type OrderPayment,
  type OrderProductAdd,
  type OrderTotal,
} from '@stockbook/contracts';
import { Big } from 'big.js';
import type { OrderProductRow } from './order-product.entity.js';
import type { OrderRow } from './order.entity.js';

type Weighed = Pick<OrderProductRow, 'weight' | 'quantity'>;
type Composed = Pick<OrderProductRow, 'quantity' | 'components'>;
type Costed = Pick<OrderProductRow, 'cost' | 'cost_taken' | 'quantity'>;
type Taking = Pick<OrderProductRow, 'item_id' | 'taken' | 'quantity'>;
type Summed = Weighed & Costed & Taking;
type Priced = Pick<OrderProductAdd, 'cost' | 'quantity'>;

/** Returns the weight of all lines in kg. */
export const weightOf = (lines: readonly Weighed[]): number => amountOf(totalWeight(lines));

export const sumsOf = (lines: readonly Summed[]): Pick<OrderRow, 'cost' | 'weight' | 'quantity' | 'deducted'> => ({
  cost: sumLineCosts(lines),
  weight: weightOf(lines),
  quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  deducted: isDeducted(lines),
});

/** Tells whether the stock of all lines with an item was taken; false if there is none. */
export function isDeducted(lines: readonly Taking[]): boolean {
  const wanting = lines.filter(({ item_id }) => item_id > 0);
  return wanting.length > 0 && wanting.every(({ taken, quantity }) => taken === quantity);
}

/** Returns the unit cost of a line in the base currency: that of the stock taken, or the expected one while none is. */
export const unitCostOf = ({ cost, cost_taken }: Costed): number => cost_taken ?? cost;

/** More than a Money holds is shown as the most: the stock's costs are no reason to refuse. */
export const sumLineCosts = (lines: readonly Costed[]): number =>
  amountOf(totalCost(lines.map((line) => ({ quantity: line.quantity, cost: unitCostOf(line) }))));

export const costShown = (unit_cost: string | number): number => Math.min(Number(unit_cost), MAX_MONEY);

/** The most pieces that a line takes of an item. */
const MAX_PIECES = 2_000_000_000;
/** One event carries the demand of a whole document. */
const MAX_COMPONENTS = 10_000;

/** Returns the component of a line of which it takes more pieces than a document can move. */
export const excessOf = ({ quantity, components }: Composed): Component | undefined =>
  components?.find((component) => quantity * component.quantity > MAX_PIECES);

/** Sums must fit into an answer. */
export function amountFaults(lines: readonly (Weighed & Composed)[], products: readonly Priced[]): Fault[] {
  const faults: Fault[] = lines.flatMap((line, index) => {
    const excess = excessOf(line);
    const field = `products[${index}].quantity`;
    const message = `${field} takes more than ${MAX_PIECES} pieces of component ${excess?.item_id}.`;
    return excess ? [invalidField(field, message)] : [];
  });
  const components = lines.reduce((sum, line) => sum + (line.components?.length ?? 0), 0);
  if (components > MAX_COMPONENTS)
    faults.push(
      invalidField('products', `The bundles of products have ${components} components: at most ${MAX_COMPONENTS}.`),
    );
  const sums = { cost: totalCost(products), weight: totalWeight(lines) };
  for (const [what, sum] of Object.entries(sums))
    if (sum.gt(MAX_MONEY)) faults.push(invalidField('products', `The ${what} of products has more than 11 digits.`));
  return faults;
}

const totalWeight = (lines: readonly Weighed[]): Big =>
  lines.reduce((sum, { weight, quantity }) => sum.plus(new Big(weight).times(quantity)), new Big(0));
const totalCost = (lines: readonly Priced[]): Big =>
  lines.reduce((sum, { cost, quantity }) => sum.plus(new Big(cost ?? 0).times(quantity)), new Big(0));
const amountOf = (sum: Big): number => Math.min(sum.round(4).toNumber(), MAX_MONEY);

export function paymentFaults(payments: readonly OrderPayment[], total: number): Fault[] {
  if (!payments.length) return [invalidField('payments', 'payments is required when split_payment is 1.')];
  const sum = payments.reduce((all, payment) => all.plus(payment.total), new Big(0));
  const message = `payments must add up to total, which is ${total}; they add up to ${sum.toFixed()}.`;
  return sum.eq(total) ? [] : [invalidField('payments', message)];
}

/** Finds codes that stand twice in a list of totals. */
export function totalFaults(totals: readonly OrderTotal[], path: string): Fault[] {
  const codes = new Set<string>();
  return totals.flatMap(({ code }, i) => {
    const field = `${path}[${i}].code`;
    const isRepeated = codes.has(code);
    codes.add(code);
    return isRepeated ? [invalidField(field, `${field} must be unique; ${code} is there already.`)] : [];
  });
}
