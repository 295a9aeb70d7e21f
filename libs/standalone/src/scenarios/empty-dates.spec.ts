import { ok, openShop, orderOf, type Shop, type TestUser, World } from '@stockbook/testing';

let user: TestUser;
let shop: Shop;
beforeAll(async () => {
  user = await (await World.shared()).account();
  shop = await openShop(user);
});

const wrap = {
  item_id: 0,
  name: 'Gift wrap',
  model: '',
  sku: '',
  quantity: 1,
  price: 1,
  discount: 0,
  discount_total: 0,
};

describe.each(['ASC', 'DESC'] as const)('sorted %s, records without the date come last', (order) => {
  it('orders by shipping_date', async () => {
    const place = async (shipping_date: string) =>
      ok(
        await user.api.sale.order.add(
          orderOf(shop, [], { products: [wrap], shipping_date, comment: `${order} ${shipping_date}` }),
        ),
      ).order;
    const ids = [await place(''), await place('2026-03-01T00:00:00Z')].map(({ order_id }) => order_id);
    const { orders } = ok(await user.api.sale.order.get({ sort: 'shipping_date', order }));
    expect([orders[0]?.shipping_date, orders.at(-1)?.shipping_date]).toEqual(['2026-03-01T00:00:00Z', '']);
    expect(orders.map(({ order_id }) => order_id)).toEqual(expect.arrayContaining(ids));
  });

  it('customers by date_ordered', async () => {
    ok(await user.api.sale.customer.add({ firstname: order }));
    ok(
      await user.api.sale.order.add(
        orderOf(shop, [], { products: [wrap], email: 'ada@dates.test', comment: `of Ada ${order}` }),
      ),
    );
    const { customers } = ok(await user.api.sale.customer.get({ sort: 'date_ordered', order }));
    expect([customers[0]?.date_ordered, customers.at(-1)?.date_ordered]).toEqual([expect.any(String), undefined]);
  });

  it('purchase orders by date_received', async () => {
    const { supplier_id } = ok(await user.api.inventory.supplier.add({ name: `Supplier ${order}` }));
    const { item_id } = ok(await user.api.inventory.item.add({ name: `Mug ${order}` }));
    const add = (date_received: string) =>
      user.api.inventory.purchase_order.add({
        supplier_id,
        location_id: shop.store_id,
        currency: 'USD',
        date_received,
        item: [{ item_id, quantity: 1, cost: 1 }],
      });
    ok(await add(''));
    ok(await add('2026-03-01'));
    const { purchase_orders } = ok(await user.api.inventory.purchase_order.get({ sort: 'date_received', order }));
    expect([purchase_orders[0]?.date_received, purchase_orders.at(-1)?.date_received]).toEqual(['2026-03-01', '']);
  });

  it('users by date_active', async () => {
    const { user_group_id } = ok(
      await user.api.setting.user_group.add({ name: `Group ${order}`, permission: { access: [], modify: [] } }),
    );
    ok(await user.api.setting.user.add({ username: order, email: `${order}@dates.test`, user_group_id }));
    const { users } = ok(await user.api.setting.user.get({ sort: 'date_active', order }));
    expect(users.at(-1)?.date_active).toBe('');
    expect(users[0]?.date_active).not.toBe('');
  });
});
