import { MAX_MONEY, orderPromotionChanged, type OrderTotal, type PromotionUse } from '@stockbook/contracts';
import { outboxRow, type OutboxRow } from '@stockbook/messaging';
import { allocate, isTaxCode, readPromotionCode } from '@stockbook/promotions';
import { Big } from 'big.js';
import { isDeepStrictEqual } from 'node:util';
import type { OrderRow } from '../record/order.entity.js';
import type { OrderRecord } from '../record/order-records.js';

interface Line {
  readonly totals: readonly OrderTotal[];
  readonly total: number;
}
type Using = Pick<OrderRow, 'promotions' | 'customer_id' | 'voids'>;

/** The promotions that an order's totals name, on the order and on its lines: one use of each. */
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

/** The sequence of an order's promotion events after a change; one higher where the change concerns promotions. */
export function nextPromotionSequence(stored: Using & Pick<OrderRow, 'promotion_sequence'>, changed: Using): number {
  const part = ({ promotions, customer_id, voids }: Using) =>
    promotions.length ? { promotions, customer_id, voids } : {};
  return stored.promotion_sequence + (isDeepStrictEqual(part(stored), part(changed)) ? 0 : 1);
}

/** The outbox row of a change that concerns promotions; none for any other change. */
export function promotionRows(before: OrderRecord | undefined, after: OrderRecord, claim_key = ''): OutboxRow[] {
  const { order_id, channel_id, imported_order_id, customer_id, promotions: uses, promotion_sequence } = after;
  if (promotion_sequence === (before?.promotion_sequence ?? 0)) return [];
  const counts = !after.date_deleted && !after.voids;
  const payload = { order_id, channel_id, imported_order_id, claim_key, customer_id, counts, uses };
  return [outboxRow(orderPromotionChanged, payload, promotion_sequence, after.account_id)];
}

/**
 * Each line's share of the negative totals of its order, by largest remainder over the lines' totals, and at most its own total: negative
 * totals may take off the shipping too. Lines that take off a tax again that prices contain are no discount.
 */
export function allocatedTo(
  { totals, decimal_place }: Pick<OrderRow, 'totals' | 'decimal_place'>,
  lines: readonly Line[],
) {
  const off = totals
    .filter(({ code, price }) => price < 0 && !isTaxCode(code))
    .reduce((sum, { price }) => sum.minus(price), new Big(0));
  if (off.eq(0)) return lines.map(() => 0);
  const weights = lines.map(({ total }) => new Big(Math.max(0, total)));
  const goods = weights.reduce((sum, weight) => sum.plus(weight), new Big(0));
  const whole = off.gt(goods) ? goods : off;
  const parts = allocate(whole, weights, { decimals: Math.min(decimal_place, 4), isCapped: true });
  return parts.map((part) => (part.eq(0) ? 0 : -part.toNumber()));
}
