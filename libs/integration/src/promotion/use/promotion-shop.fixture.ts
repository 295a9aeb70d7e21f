import type { OrderAdd } from '@stockbook/contracts';
import { ok, openShop, orderOf, World } from '@stockbook/testing';

export const off = (code: string, price: number) => [{ code, name: 'Off', price, sort_order: 0 }];

export type PromotionShop = Awaited<ReturnType<typeof openPromotionShop>>;

/** Opens a shop whose orders use promotions, with a status that gives the uses back. */
export async function openPromotionShop() {
  const world = await World.shared();
  const user = await world.account();
  const shop = await openShop(user);
  const { order_status_id: void_id } = ok(await user.api.setting.order_status.add({ name: 'Cancelled', void: true }));
  const promotions = user.api.extension.total.promotion;
  const orders = user.api.sale.order;
  let coupons = 0;

  /** Adds a promotion with a coupon of its own, and the code of its totals lines. */
  async function add(others: Partial<Parameters<typeof promotions.add>[0]> = {}, configuration: object = {}) {
    const coupon = `USE-${++coupons}`;
    const terms = { percent: 10, coupons: [coupon], ...configuration };
    const added = await promotions.add({ name: coupon, type: 'percent', configuration: terms, ...others });
    const { promotion_id } = ok(added);
    return { promotion_id, coupon, code: `promotion.${promotion_id}.${coupon}` };
  }
  const addOrder = (code: string, fields: Partial<OrderAdd> = {}) =>
    orders.add(orderOf(shop, [{ item_id: 0, quantity: 1 }], { totals: off(code, -1), ...fields }));
  const place = async (code: string, fields: Partial<OrderAdd> = {}) => ok(await addOrder(code, fields)).order;

  /** Returns the counters of a promotion, after everything has settled and been verified. */
  async function counters(promotion_id: number) {
    await world.settled();
    expect(ok(await promotions.verify({})).faults).toEqual([]);
    const [found] = ok(await promotions.get({ promotion_id })).promotions;
    return [found?.total_used, found?.total_held];
  }
  const uses = async (filter_promotion_id: number, filter_deleted = false) =>
    ok(await promotions.getHistory({ filter_promotion_id, filter_deleted })).histories;

  return { world, user, shop, void_id, promotions, orders, add, addOrder, place, counters, uses };
}
