import { ok, openShop, orderOf, type Shop, stockItem, type TestUser, type World } from '@stockbook/testing';

/** An account with one record of everything, all named after it. */
export interface Tenant {
  readonly user: TestUser;
  readonly shop: Shop;
  /** The tenant's own id for every field that holds one. */
  readonly ids: Readonly<Record<string, number>>;
}

/** Opens an account with its records. */
export async function openTenant(world: World, name: string): Promise<Tenant> {
  const user = await world.account();
  const { api } = user;
  const shop = await openShop(user);
  const { brand_id } = ok(await api.inventory.brand.add({ name }));
  const { customer_group_id } = ok(await api.sale.customer_group.add({ name }));
  const { channel_group_id } = ok(await api.setting.channel_group.add({ name, channels: [shop.channel_id] }));
  const item_id = await stockItem(user, shop, 10, { name, model: name, brand_id });
  const lines = [{ item_id, quantity: 1, name }];
  const { order } = ok(
    await api.sale.order.add(orderOf(shop, lines, { firstname: name, order_status_id: shop.paid_id })),
  );
  const { payment_method_id } = { payment_method_id: shop.cash_id };
  const named = {
    brand_id,
    item_id,
    customer_group_id,
    channel_group_id,
    payment_method_id,
    order_id: order.order_id,
    customer_id: order.customer_id,
    order_product_id: order.products[0]?.order_product_id ?? 0,
    location_id: shop.store_id,
    channel_id: shop.channel_id,
    order_status_id: shop.pending_id,
  };
  const ids = {
    ...named,
    parent_id: item_id,
    payment_method: payment_method_id,
    channels: shop.channel_id,
    default_order_status_id: shop.pending_id,
    default_location_id: shop.store_id,
    filter_order_status: shop.paid_id,
    ...Object.fromEntries(Object.entries(named).map(([field, id]) => [`filter_${field}`, id])),
  };
  return { user, shop, ids };
}

/** A request of the tenant's own that would be granted, so that only the foreign id can be the reason of a refusal. */
export const requests: Readonly<Record<string, (tenant: Tenant) => object>> = {
  'inventory/brand/add': () => ({ name: 'x' }),
  'inventory/brand/edit': ({ ids }) => ({ brand_id: ids['brand_id'], name: 'y' }),
  'inventory/location/add': () => ({ name: 'x' }),
  'inventory/location/edit': ({ ids }) => ({ location_id: ids['location_id'], name: 'y' }),
  'inventory/item/add': ({ ids }) => ({ name: 'x', ...itemChildren(ids) }),
  'inventory/item/edit': ({ ids }) => ({ item_id: ids['item_id'], name: 'y', ...itemChildren(ids) }),
  'inventory/item/editStock': ({ ids }) => ({
    items: [{ item_id: ids['item_id'], location_id: ids['location_id'], quantity: 3 }],
  }),
  'integration/channel/edit': ({ ids }) => ({ channel_id: ids['channel_id'], name: 'y' }),
  'setting/channel_group/edit': ({ ids }) => ({ channel_group_id: ids['channel_group_id'], name: 'y' }),
  'setting/order_status/edit': ({ ids }) => ({ order_status_id: ids['order_status_id'], name: 'y' }),
  'setting/payment_method/edit': ({ ids }) => ({ payment_method_id: ids['payment_method_id'], name: 'y' }),
  'integration/channel/add': () => ({ type: 'pos', name: 'x' }),
  'sale/customer_group/edit': ({ ids }) => ({ customer_group_id: ids['customer_group_id'], name: 'y' }),
  'sale/customer_group/add': () => ({ name: 'x' }),
  'sale/order/add': ({ shop, ids }) => orderOf(shop, [{ item_id: ids['item_id'] ?? 0, quantity: 1 }]),
  'sale/order/edit': ({ shop, ids }) => ({
    order_id: ids['order_id'],
    products: orderOf(shop, [{ item_id: ids['item_id'] ?? 0, quantity: 1 }]).products,
  }),
  'sale/order/addHistory': ({ ids }) => ({ order_id: ids['order_id'], comment: 'x' }),
  'setting/channel_group/add': () => ({ name: 'x' }),
  'setting/company/edit': () => ({ name: 'y' }),
  'setting/order_status/add': () => ({ name: 'x' }),
  'setting/payment_method/add': () => ({ name: 'x' }),
};
const itemChildren = (ids: Tenant['ids']) => ({
  locations: [{ location_id: ids['location_id'] }],
  customer_groups: [{ customer_group_id: ids['customer_group_id'], price: 1 }],
});
