import { ok, openShop, orderOf, type Shop, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
let shop: Shop;
beforeAll(async () => {
  world = await World.shared();
  user = await world.account();
  shop = await openShop(user);
});

const edit = async (changes: { name?: string; deduct?: boolean }) =>
  ok(await user.api.setting.order_status.edit({ order_status_id: shop.pending_id, ...changes }));
const place = async (comment: string) =>
  ok(
    await user.api.sale.order.add(
      orderOf(shop, [{ item_id: 0, name: 'Gift wrap', quantity: 1 }], { comment, order_status_id: shop.pending_id }),
    ),
  ).order;

test('says with an edit of deduct how many living orders stay as they are', async () => {
  const orders = [await place('A'), await place('B'), await place('C'), await place('D')];
  const [gone] = orders;
  ok(await user.api.sale.order.delete({ order_id: gone?.order_id }));
  expect(await edit({ deduct: true })).toMatchObject({ orders_in_status: 3 });
  expect(await edit({ name: 'Waiting' })).not.toHaveProperty('orders_in_status');
});

test('edits without that number while sales does not answer', async () => {
  const edited = await world.whileLocked('sales', 'LOCK TABLE sales.sale_order', () => edit({ deduct: false }));
  expect(edited).toEqual({ success: true, order_status_id: shop.pending_id });
  const { order_statuses } = ok(await user.api.setting.order_status.get({ order_status_id: shop.pending_id }));
  expect(order_statuses).toMatchObject([{ deduct: false }]);
});
