import type { WebhookSection } from '@stockbook/contracts';
import { clientOf, eventually, ok, orderOf, recordResources, stockItem } from '@stockbook/testing';
import type { SectionChanges } from './section-changes.fixture.js';

/** Adds, edits and deletes a record of a section whose resource has these operations alone. */
export function plainChanges({ resource }: WebhookSection): SectionChanges | undefined {
  const plain = recordResources.find(({ path }) => path === resource);
  if (!plain) return undefined;
  return async function* ({ world, user }) {
    const records = clientOf(world, user, plain);
    const id = await records.add(await records.unique());
    yield;
    await records.granted('edit', { [plain.key]: id, ...(await records.change(2)) });
    yield;
    await records.granted('delete', { [plain.key]: id });
    yield;
  };
}

/** The changes of sections with other operations. */
export const otherChanges: Readonly<Record<string, SectionChanges>> = {
  async *inventory_reservation({ world, user, shop }) {
    const { reservation } = user.api.inventory;
    const { order } = user.api.sale;
    const item_id = await stockItem(user, shop, 10);
    const place = async (comment: string) =>
      ok(await order.add(orderOf(shop, [{ item_id, quantity: 2 }], { comment }))).order.order_id;
    const hold = async (fields = {}) => {
      const held = { location_id: shop.store_id, reservation: [{ item_id, quantity: 2 }], ...fields };
      return ok(await reservation.add(held)).item_reservation_id;
    };
    const [paid, dropped] = [await place('paid'), await place('dropped')];
    const item_reservation_id = await hold({ order_id: paid });
    await hold({ order_id: dropped });
    ok(await reservation.edit({ item_reservation_id, comment: 'For Ada' }));
    yield;
    ok(await order.addHistory({ order_id: paid, order_status_id: shop.paid_id }));
    ok(await order.delete({ order_id: dropped }));
    yield;
    ok(await reservation.delete({ item_reservation_id }));
    const date_expire = new Date(Date.now() + 3_600_000).toISOString();
    const old = await hold({ date_expire });
    yield;
    const expire = 'UPDATE inventory.reservation SET date_expire = now() WHERE item_reservation_id = $1';
    await world.assembly.running.inventory.db.source.query(expire, [old]);
    const status = async () => ok(await reservation.get({ item_reservation_id: old })).reservations[0]?.status;
    await eventually(async () => (await status()) === 'expired');
    yield;
  },

  async *setting_company({ user }) {
    ok(await user.api.setting.company.edit({ telephone: '+43 1 234' }));
    yield;
  },

  async *setting_user({ user }) {
    const { user: users, user_group } = user.api.setting;
    const permission = { access: ['sale/order'], modify: [] };
    const { user_group_id } = ok(await user_group.add({ name: 'Clerks', permission }));
    const { user_id } = ok(await users.add({ user_group_id, username: 'ada', email: 'ada@engines.test' }));
    yield;
    ok(await users.edit({ user_id, firstname: 'Ada' }));
    yield;
    ok(await users.delete({ user_id }));
    yield;
  },

  async *setting_user_group({ user }) {
    const { user_group } = user.api.setting;
    const permission = { access: ['sale/order'], modify: [] };
    const { user_group_id } = ok(await user_group.add({ name: 'Clerks', permission }));
    yield;
    ok(await user_group.edit({ user_group_id, name: 'Tills' }));
    yield;
    ok(await user_group.delete({ user_group_id }));
    yield;
  },

  async *extension_total_promotion_category({ user }) {
    const { promotion } = user.api.extension.total;
    const { item_id } = ok(await user.api.inventory.item.add({ name: 'Mug' }));
    const { promotion_category_id } = ok(await promotion.addCategory({ name: 'Mugs', items: [{ item_id }] }));
    yield;
    ok(await promotion.editCategory({ promotion_category_id, name: 'Cups' }));
    yield;
    ok(await promotion.deleteCategory({ promotion_category_id }));
    yield;
  },

  async *extension_report_channel_payout({ user, shop }) {
    const { order_id } = ok(await user.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1 }]))).order;
    const paid = { reference: 'P1', order_id, name: 'Sale', amount: 9, currency: 'USD', date: '2026-03-01T00:00:00Z' };
    const { channel_payout } = user.api.extension.report;
    ok(await channel_payout.add({ channel_id: shop.channel_id, payouts: [paid] }));
    yield;
  },
};
