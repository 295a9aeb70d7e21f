import type { ItemAdd, OrderAdd, OrderProductAdd } from '@stockbook/contracts';
import { ok } from './reply.js';
import type { TestUser } from './world.js';

export interface Shop {
  readonly store_id: number;
  readonly depot_id: number;
  readonly pending_id: number;
  readonly paid_id: number;
  readonly cash_id: number;
  readonly channel_id: number;
}

export async function openShop({ api }: TestUser): Promise<Shop> {
  const { location_id: store_id } = ok(await api.inventory.location.add({ name: 'Store' }));
  const { location_id: depot_id } = ok(await api.inventory.location.add({ name: 'Depot' }));
  const { order_status_id: pending_id } = ok(await api.setting.order_status.add({ name: 'Pending' }));
  const { order_status_id: paid_id } = ok(await api.setting.order_status.add({ name: 'Paid', deduct: true }));
  const { payment_method_id: cash_id } = ok(await api.setting.payment_method.add({ name: 'Cash' }));
  const configuration = { location_id: store_id };
  const { channel_id } = ok(await api.integration.channel.add({ type: 'pos', name: 'Counter', configuration }));
  ok(await api.setting.company.edit({ default_order_status_id: pending_id, default_location_id: store_id }));
  return { store_id, depot_id, pending_id, paid_id, cash_id, channel_id };
}

/** Adds an item with this many pieces in the store, at a cost of 2.50 each by default, and returns its id. */
export async function stockItem(
  { api }: TestUser,
  { store_id }: Shop,
  quantity: number,
  fields: Partial<ItemAdd> = {},
): Promise<number> {
  const locations = [{ location_id: store_id, quantity }];
  const item = { name: 'Blue mug', price: 10, cost: 2.5, locations, ...fields };
  return ok(await api.inventory.item.add(item)).item_id;
}

/** Returns an order of a new customer, paid in cash; `lines` name items and quantities. */
export function orderOf(
  { channel_id, cash_id, pending_id }: Shop,
  lines: readonly (Pick<OrderProductAdd, 'item_id' | 'quantity'> & Partial<OrderProductAdd>)[],
  fields: Partial<OrderAdd> = {},
): OrderAdd {
  return {
    imported_order_id: '',
    channel_id,
    customer_id: 0,
    firstname: 'Ada',
    lastname: 'Lovelace',
    company: '',
    email: '',
    telephone: '',
    telephone_2: '',
    date_ordered: '',
    address_1: '',
    address_2: '',
    city: '',
    postcode: '',
    country: '',
    zone: '',
    shipping_method: '',
    shipping_date: '',
    shipping_tracking: '',
    currency: 'USD',
    currency_value: 0,
    payment_method: cash_id,
    total: 10,
    comment: '',
    products: lines.map((line) => ({
      name: 'Blue mug',
      model: '',
      sku: '',
      price: 10,
      discount: 0,
      discount_total: 0,
      ...line,
    })),
    totals: [],
    split_payment: 0,
    order_status_id: pending_id,
    ...fields,
  };
}
