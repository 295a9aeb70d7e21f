import type { Order, OrderTotal } from '@stockbook/client';
import { exact } from './amounts.js';

export interface Sums {
  readonly goods: number;
  readonly totals: readonly OrderTotal[];
  readonly total: number;
}

interface Line {
  readonly quantity: number;
  readonly price: number;
  readonly discount?: number;
  readonly discount_total?: number;
  readonly totals?: readonly OrderTotal[];
}

export const goodsOf = ({ quantity, price, discount = 0, discount_total = 0 }: Line): number =>
  exact(quantity * (price - discount) - discount_total) || 0;

/** Adds the amounts of lines and of the whole order up by their codes. */
export function sumsOf(lines: readonly Line[], beside: readonly OrderTotal[]): Sums {
  const goods = exact(lines.reduce((sum, line) => sum + goodsOf(line), 0));
  const totals = new Map<string, OrderTotal>();
  for (const total of [...lines.flatMap(({ totals }) => totals ?? []), ...beside]) {
    const price = exact((totals.get(total.code)?.price ?? 0) + total.price);
    totals.set(total.code, { ...total, price });
  }
  const all = [...totals.values()];
  const total = exact(all.reduce((sum, { price }) => sum + (price || 0), goods));
  return { goods, totals: all.sort((one, other) => one.sort_order - other.sort_order), total };
}

/** An order keeps the total that its channel has given, whatever its lines add up to. */
export const sumsOfOrder = ({ products, totals, total }: Pick<Order, 'products' | 'totals' | 'total'>): Sums => ({
  ...sumsOf(products, totals),
  total,
});

export interface SumRow {
  /** The amount of a contained tax is part of other rows; the rest is what the total has beyond all rows. */
  readonly kind: 'goods' | 'amount' | 'contained' | 'rest';
  readonly name: string;
  readonly amount: number;
}

/** Returns the rows above the total. Without the contained taxes they add up to it. */
export function rowsOf({ goods, totals, total }: Sums): readonly SumRow[] {
  const offOf = (code: string) => code.replace(/^tax\./, 'tax_included.');
  const pairs = totals.map((each) => {
    // A tax that prices contain has a second line, which takes it off again.
    const off = totals.find(({ code }) => code !== each.code && code === offOf(each.code));
    return { ...each, contained: off ? -off.price : 0, off };
  });
  const isOff = new Set(pairs.map(({ off }) => off?.code));
  const amounts = pairs
    .filter(({ code }) => !isOff.has(code))
    .flatMap(({ name, price, contained }): SumRow[] => {
      const added = exact(price - contained);
      return [
        ...(added || !contained ? [{ kind: 'amount', name, amount: added } as const] : []),
        ...(contained ? [{ kind: 'contained', name, amount: contained } as const] : []),
      ];
    });
  const added = amounts.reduce((sum, { kind, amount }) => sum + (kind === 'amount' && amount ? amount : 0), goods);
  const rest = exact(total - added);
  return [
    { kind: 'goods', name: '', amount: goods },
    ...amounts,
    ...(rest ? [{ kind: 'rest', name: '', amount: rest } as const] : []),
  ];
}
