import { MAX_MONEY, orderPromotionChanged, type OrderTotal, type PromotionUse } from '@stockbook/contracts';
import { outboxRow, type OutboxRow } from '@stockbook/messaging';
import { isTaxCode, readPromotionCode } from '@stockbook/promotions';
import { allocate, least, sumDecimals } from '@stockbook/promotions/allocate';
import { Big } from 'big.js';
import { isDeepStrictEqual } from 'node:util';
import type { OrderRow } from '../record/order.entity.js';
import type { OrderRecord } from '../record/order-records.js';

interface Line {
  readonly totals: readonly OrderTotal[];
  readonly total: number;
}
type Using = Pick<OrderRow, 'promotions' | 'customer_id' | 'voids'>;

export function promotionUses(
  totals: readonly OrderTotal[],
  lines: readonly Line[],
  currency_value: number,
): PromotionUse[] {
  const uses = new Map<number, { coupon: string; price: Big }>();
  for (const { code, price } of [...totals, ...lines.flatMap((line) => line.totals)]) {
    const named = readPromotionCode(code);
    if (!named) continue;
    const known = uses.get(named.promotion_id);
    const coupon = known?.coupon || (named.coupon ?? '');
    uses.set(named.promotion_id, { coupon, price: (known?.price ?? new Big(0)).plus(price) });
  }
  return [...uses]
    .sort(([one], [other]) => one - other)
    .map(([promotion_id, { coupon, price }]) => ({ promotion_id, coupon, total: inBase(price, currency_value) }));
}

const inBase = (price: Big, currency_value: number): number =>
  Math.max(-MAX_MONEY, Math.min(MAX_MONEY, price.times(-1).div(currency_value).round(4).toNumber()));

/** It rises where the change concerns promotions. */
export function nextPromotionSequence(stored: Using & Pick<OrderRow, 'promotion_sequence'>, changed: Using): number {
  const part = ({ promotions, customer_id, voids }: Using) =>
    promotions.length ? { promotions, customer_id, voids } : {};
  return stored.promotion_sequence + (isDeepStrictEqual(part(stored), part(changed)) ? 0 : 1);
}

/** Returns the outbox row of a change that concerns promotions; none for any other change. */
export function promotionRows(before: OrderRecord | undefined, after: OrderRecord, claim_key = ''): OutboxRow[] {
  const { order_id, channel_id, imported_order_id, customer_id, promotions: uses, promotion_sequence } = after;
  if (promotion_sequence === (before?.promotion_sequence ?? 0)) return [];
  const counts = !after.date_deleted && !after.voids;
  const payload = { order_id, channel_id, imported_order_id, claim_key, customer_id, counts, uses };
  return [outboxRow(orderPromotionChanged, payload, promotion_sequence, after.account_id)];
}

/**
 * Returns each line's share of the negative totals of its order, at most its own total. Totals with allocations use
 * these; the others are shared by largest remainder. Totals of the shipping, and those that take off a tax again that
 * prices contain, reduce no line.
 */
export function allocatedTo(
  { totals, decimal_place }: Pick<OrderRow, 'totals' | 'decimal_place'>,
  lines: readonly Line[],
) {
  const discounts = totals.filter(({ code, price }) => price < 0 && !isTaxCode(code) && !code.startsWith('shipping'));
  if (!discounts.length) return lines.map(() => 0);
  const worth = lines.map(({ total }) => new Big(Math.max(0, total)));
  const known = lines.map(() => new Big(0));
  for (const { index, amount } of discounts.flatMap(({ allocations = [] }) => allocations))
    known[index] = known[index]?.plus(amount) ?? new Big(0);
  const left = worth.map((each, i) => least(each, known[i]!)).map((taken, i) => worth[i]!.minus(taken));
  const spread = discounts.filter(({ allocations }) => !allocations).map(({ price }) => new Big(-price));
  const whole = least(sumDecimals(spread), sumDecimals(left));
  const parts = allocate(whole, left, { decimals: Math.min(decimal_place, 4), isCapped: true });
  return parts.map((part, i) => shareOf(worth[i]!.minus(left[i]!).plus(part)));
}

const shareOf = (part: Big): number => (part.eq(0) ? 0 : -part.toNumber());
