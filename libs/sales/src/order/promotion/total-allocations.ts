import {
  type Fault,
  invalidField,
  type OrderTotal,
  type PromotionAllocation,
  type ScopedPromotions,
} from '@stockbook/contracts';
import { readPromotionCode } from '@stockbook/promotions';
import { allocate, sumDecimals } from '@stockbook/promotions/allocate';
import { Big } from 'big.js';
import { isDeepStrictEqual } from 'node:util';

interface Line {
  readonly item_id: number;
  readonly total: number;
  /** 0 or an absent id stands for a new line. */
  readonly order_product_id?: number;
}
interface Terms {
  readonly lines: readonly Line[];
  readonly decimal_place: number;
  readonly scopes: ScopedPromotions;
  /** The items are still to be looked up, so that no line tells whether a category has it. */
  readonly isPending: boolean;
  /** The order before its edit. */
  readonly former?: { readonly totals: readonly OrderTotal[]; readonly lines: readonly Line[] };
}

/**
 * Returns an order's totals with the allocations of its promotions: those given, else those that the order has, else by
 * the scope of the promotion. Kept with the order, they outlive changes of the promotion. A promotion of all goods has
 * none, and `allocatedTo` spreads it.
 */
export function withAllocations(totals: readonly OrderTotal[], terms: Terms, faults: Fault[]): OrderTotal[] {
  const formerOf = ({ code }: OrderTotal) => terms.former?.totals.find((each) => each.code === code);
  // A client that sends back what it has read gives nothing.
  const given = totals.map((total) =>
    isDeepStrictEqual(total.allocations, formerOf(total)?.allocations) ? [] : (total.allocations ?? []),
  );
  const isGiven = (total: OrderTotal, i: number) =>
    given[i]!.length > 0 || (total.allocations?.length === 0 && !formerOf(total)?.allocations);
  faults.push(...totals.flatMap((total, i) => (isGiven(total, i) ? allocationFaults(total, i, terms.lines) : [])));
  if (!faults.length) faults.push(...excessFaults(given.flat(), terms.lines));
  return totals.map((total, i) => {
    if (isGiven(total, i)) return total;
    const { allocations: _, ...plain } = total;
    const former = formerOf(total);
    const allocations = former ? keptAllocations(total, former, terms) : scopedAllocations(total, terms);
    return allocations ? { ...plain, allocations } : plain;
  });
}

function allocationFaults({ code, price, allocations = [] }: OrderTotal, i: number, lines: readonly Line[]): Fault[] {
  const field = `totals[${i}].allocations`;
  if (!readPromotionCode(code) || price >= 0)
    return [invalidField(field, `${field} must stand in a line of a promotion with a negative price, not in ${code}.`)];
  const seen = new Set<number>();
  const faults = allocations.flatMap(({ index }, j): Fault[] => {
    const name = `${field}[${j}].index`;
    const isRepeated = seen.has(index);
    seen.add(index);
    if (isRepeated) return [invalidField(name, `${name} must be unique; ${index} is there already.`)];
    return lines[index] ? [] : [invalidField(name, `${name} is ${index}, but products has ${lines.length} lines.`)];
  });
  const sum = sumDecimals(allocations.map(({ amount }) => new Big(amount)));
  if (allocations.length && !sum.eq(-price))
    faults.push(
      invalidField(
        field,
        `${field} must add up to ${-price}, which ${code} takes off; they add up to ${sum.toFixed()}.`,
      ),
    );
  return faults;
}

function excessFaults(allocations: readonly PromotionAllocation[], lines: readonly Line[]): Fault[] {
  return lines.flatMap(({ total }, index): Fault[] => {
    const sum = sumDecimals(allocations.filter((each) => each.index === index).map(({ amount }) => new Big(amount)));
    if (sum.lte(Math.max(0, total))) return [];
    const message = `The allocations of totals take ${sum.toFixed()} off products[${index}], whose total is ${total}.`;
    return [invalidField('totals', message)];
  });
}

/** Returns the allocations that an order has, over the same lines after these or the amount have changed. */
function keptAllocations(total: OrderTotal, former: OrderTotal, terms: Terms): PromotionAllocation[] | undefined {
  const { allocations } = former;
  const before = terms.former?.lines ?? [];
  if (!allocations?.length) return allocations;
  const shapeOf = (lines: readonly Line[]) => lines.map((line) => [line.order_product_id, line.total]);
  if (total.price === former.price && isDeepStrictEqual(shapeOf(terms.lines), shapeOf(before))) return allocations;
  if (allocations.length === before.filter((line) => line.total > 0).length) return undefined;
  const reduced = new Set(allocations.map(({ index }) => before[index]?.order_product_id));
  return spreadOver(total, terms, ({ order_product_id }) => reduced.has(order_product_id));
}

function scopedAllocations(total: OrderTotal, terms: Terms): PromotionAllocation[] | undefined {
  const named = readPromotionCode(total.code);
  const { promotion_scopes = [], promotion_categories = [] } = terms.scopes;
  const scope = promotion_scopes.find(({ promotion_id }) => promotion_id === named?.promotion_id);
  if (!scope || total.price >= 0) return undefined;
  if (scope.is_shipping) return [];
  const categories = promotion_categories.filter((each) => scope.category_ids.includes(each.promotion_category_id));
  const isOfScope = ({ item_id }: Line) => categories.some(({ item_ids }) => item_ids.includes(item_id));
  return terms.isPending ? undefined : spreadOver(total, terms, isOfScope);
}

/** Returns undefined if these lines are not worth the amount: it must come from others too. */
function spreadOver(
  { price }: OrderTotal,
  { lines, decimal_place }: Terms,
  reduces: (line: Line) => boolean,
): PromotionAllocation[] | undefined {
  const worth = lines.map((line) => new Big(reduces(line) ? Math.max(0, line.total) : 0));
  const whole = new Big(-price);
  if (price >= 0 || whole.gt(sumDecimals(worth))) return undefined;
  const parts = allocate(whole, worth, { decimals: Math.min(decimal_place, 4), isCapped: true });
  return parts.map((part, index) => ({ index, amount: part.toNumber() })).filter(({ amount }) => amount > 0);
}
