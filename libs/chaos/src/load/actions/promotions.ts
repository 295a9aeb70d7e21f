import type { OrderAdd, Service } from '@stockbook/contracts';
import type { Action, Actions } from '../action.js';
import { answeredId, type Desk } from '../desk.js';
import type { PromotionHold } from '../model.js';
import type { ShopPromotion } from '../shop.js';

const PATH = 'extension/total/promotion';
const LIMITED = ['limit_reached'] as const;

/** The limit is not strict: an order may use the promotion before any client knows its id. */
const addPromotion: Action = (desk) => {
  const { account_id } = desk.account;
  const coupon = desk.token();
  const body = { name: coupon, type: 'percent', total_limit: 3, configuration: { percent: 10, coupons: [coupon] } };
  const done = (answer: object) => {
    const promotion_id = answeredId(answer, 'promotion_id');
    desk.journal.promotions.push({ account_id, promotion_id, coupon, is_strict: false });
  };
  return desk.write(`${PATH}/add`, body, { done });
};

const reserveUse: Action = (desk) => {
  const { account, model, random } = desk;
  const hold = { key: desk.token(), channel: random.between(0, 1), promotion: random.pick(account.promotions) };
  const cart = { coupons: [hold.promotion.coupon], products: [{ quantity: 1, price: 10 }] };
  const body = { ...holdKey(desk, hold), ...cart, minutes: random.between(1, 2) };
  return desk.write(`${PATH}/reserve`, body, { done: () => model.promotionHolds.push(hold), mayBe: LIMITED });
};

const releaseUse: Action = (desk) => {
  const hold = takeHold(desk);
  return hold && desk.write(`${PATH}/release`, holdKey(desk, hold));
};

/** Takes a hold for the next write, which uses up its key. */
export function takeHold({ model: { promotionHolds }, random }: Desk): PromotionHold | undefined {
  return promotionHolds.splice(random.between(0, promotionHolds.length - 1), 1)[0];
}

const holdKey = ({ account }: Desk, { key, channel }: PromotionHold) => ({
  key,
  channel_id: account.channel_ids[channel],
});

/** Draws by this chance promotions of the shop, one that was added, or one that is not there yet; else none. */
export function drawPromotions(desk: Desk, chance = 0.2): readonly ShopPromotion[] {
  const { account, random, journal } = desk;
  const { account_id, promotions } = account;
  if (!random.chance(chance)) return [];
  const added = journal.promotions.filter((each) => each.account_id === account_id);
  if (added.length && random.chance(0.2)) return [random.pick(added)];
  if (random.chance(0.2)) return [promotionToCome(desk)];
  return random.chance(0.2) ? promotions : [random.pick(promotions)];
}

/** Makes up a promotion that this account or another one may add next. */
function promotionToCome({ account, random, journal }: Desk): ShopPromotion {
  const known = [...account.promotions, ...journal.promotions].map(({ promotion_id }) => promotion_id);
  return { promotion_id: Math.max(...known) + random.between(1, 3), coupon: 'EARLY', is_strict: false };
}

export const promotionTotals = (promotions: readonly ShopPromotion[]): OrderAdd['totals'] =>
  promotions.map(({ promotion_id, coupon }) => {
    return { code: `promotion.${promotion_id}.${coupon}`, name: 'Off', price: -1, sort_order: 0 };
  });

export const idsOfPromotions = (promotions: readonly ShopPromotion[]): number[] =>
  promotions.map(({ promotion_id }) => promotion_id);

/** An order that uses a strict promotion needs integration, and may pass the limit. */
export const strictUse = (promotions: readonly ShopPromotion[]): { needs?: Service; mayBe?: typeof LIMITED } =>
  promotions.some(({ is_strict }) => is_strict) ? { needs: 'integration', mayBe: LIMITED } : {};

export const promotionActions: Actions = {
  'add a promotion': [8, addPromotion],
  'hold a use of a promotion': [20, reserveUse],
  'release a use of a promotion': [12, releaseUse],
};
