import type { OrderAdd } from '@stockbook/contracts';
import type { Write } from '../journal.js';
import type { ShopPromotion } from '../shop.js';
import { type Desk, type Keep, type Made, writeOf } from './desk.js';

const PATH = 'extension/total/promotion';
const LIMITED = ['limit_reached'] as const;

/** A use of a promotion that is held for an order with this key at a channel of the account. */
export interface PromotionHold {
  readonly key: string;
  readonly channel: number;
  readonly promotion: ShopPromotion;
}

/** Holds a use for an order to come, for one or two minutes. */
export function reserveUse(desk: Desk, keep: Keep<PromotionHold>): Write {
  const { account, random } = desk;
  const hold = { key: desk.token(), channel: random.between(0, 1), promotion: random.pick(account.promotions) };
  const cart = { coupons: [hold.promotion.coupon], products: [{ quantity: 1, price: 10 }] };
  const body = { ...keyOf(desk, hold), ...cart, minutes: random.between(1, 2) };
  const made = { service: 'integration', path: `${PATH}/reserve`, body, mayBe: LIMITED } as const;
  return writeOf(desk, made, { done: () => keep(hold), refused: () => undefined });
}

/** Gives a held use up. */
export function releaseUse(desk: Desk, hold: PromotionHold): Write {
  const made = { service: 'integration', path: `${PATH}/release`, body: keyOf(desk, hold) } as const;
  return writeOf(desk, made, { done: () => undefined, refused: () => undefined });
}

const keyOf = ({ account }: Desk, { key, channel }: PromotionHold) => ({
  key,
  channel_id: account.channel_ids[channel],
});

/** One promotion or both, by this chance; else none. */
export function drawPromotions({ account: { promotions }, random }: Desk, chance = 0.2): readonly ShopPromotion[] {
  if (!random.chance(chance)) return [];
  return random.chance(0.2) ? promotions : [random.pick(promotions)];
}

/** The totals lines by which an order uses promotions. */
export const totalsOf = (promotions: readonly ShopPromotion[]): OrderAdd['totals'] =>
  promotions.map(({ promotion_id, coupon }) => {
    return { code: `promotion.${promotion_id}.${coupon}`, name: 'Off', price: -1, sort_order: 0 };
  });

export const idsOfPromotions = (promotions: readonly ShopPromotion[]): number[] =>
  promotions.map(({ promotion_id }) => promotion_id);

/** An order that uses a strict promotion needs integration, and may pass the limit. */
export const usesOf = (promotions: readonly ShopPromotion[]): Pick<Made, 'needs' | 'mayBe'> =>
  promotions.some(({ is_strict }) => is_strict) ? { needs: 'integration', mayBe: LIMITED } : {};
