import { fieldsOf, type Operation, operations, resourceOf, webhookSections } from '@stockbook/contracts';
import { call } from '../requests.js';
import { ok } from '../world/reply.js';
import { openShop, orderOf, type Shop, stockItem } from '../world/shop.js';
import type { TestUser, World } from '../world/world.js';
import { clientOf } from './document-client.js';
import { jobRequests, jobsOf } from './job-requests.js';
import { recordResources } from './plain-resource.js';

/** An account with one record of everything, all with its name. */
export interface Tenant {
  readonly user: TestUser;
  readonly shop: Shop;
  /** The tenant's own id for every field that holds one. */
  readonly ids: Readonly<Record<string, number>>;
}

const NO_RIGHTS = { access: [], modify: [] };

let names = 0;
const aName = () => `name-${++names}`;

export async function openTenant(world: World, name: string, ownerOfAccount?: TestUser): Promise<Tenant> {
  const user = ownerOfAccount ?? (await world.account());
  const shop = await openShop(user);
  const named = await addNamedRecords(world, user, shop, name);
  const ids = { ...named, ...idsOfOtherFields(shop, named) };
  const jobs = await jobsOf(user, shop, named.item_id);
  const all: Tenant['ids'] = { ...(await othersOf(world, user, ids)), ...jobs, ...ids };
  const filters = Object.entries({ ...all, credit_note_status: all['credit_note_status_id'] ?? 0 }).map(
    ([field, id]) => [`filter_${field}`, id],
  );
  return { user, shop, ids: { ...Object.fromEntries(filters), ...all } };
}

async function addNamedRecords(world: World, user: TestUser, shop: Shop, name: string) {
  const { api } = user;
  const { brand_id } = ok(await api.inventory.brand.add({ name }));
  const { customer_group_id } = ok(await api.sale.customer_group.add({ name }));
  const { channel_group_id } = ok(await api.setting.channel_group.add({ name, channels: [shop.channel_id] }));
  const { category_id } = ok(await api.inventory.category.add({ name }));
  const webhook_id = await disabledWebhook(user);
  const item_id = await stockItem(user, shop, 10, { name, model: name, brand_id, categories: [category_id] });
  const item_bundles = [{ bundle_item_id: item_id, quantity: 1 }];
  const { item_id: bundle_id } = ok(await api.inventory.item.add({ name, item_bundles }));
  const lines = [{ item_id, quantity: 1, name }];
  const { order } = ok(
    await api.sale.order.add(orderOf(shop, lines, { firstname: name, order_status_id: shop.paid_id })),
  );
  const paid = ok(await api.sale.order.add(orderOf(shop, lines, { firstname: 'Paid out' }))).order;
  const { customer_id: merge_customer_id } = ok(await api.sale.customer.add({ firstname: name }));
  const { user_id } = await world.colleague(user, NO_RIGHTS);
  const { session_id } = ok(await api.setting.user.addSession({ name }));
  const [{ user_group_id = 0 } = {}] = ok(await api.setting.user.get({ user_id })).users;
  const noted = { order_id: order.order_id, products: [{ name, quantity: 1 }] };
  const { credit_note_id } = ok(await api.sale.credit_note.add(noted));
  const [note] = ok(await api.sale.credit_note.get({ credit_note_id })).credit_notes;
  const { promotion_category_id } = ok(await api.extension.total.promotion.addCategory({ name, items: [{ item_id }] }));
  const configuration = { percent: 10, coupons: [COUPON] };
  ok(await api.extension.total.promotion.add({ name, type: 'percent', configuration }));
  await world.settled();
  const [{ delivery_id = 0 } = {}] = ok(await api.integration.webhook.getDelivery({})).deliveries;
  return {
    promotion_category_id,
    brand_id,
    category_id,
    item_id,
    bundle_id,
    bundle_item_id: item_id,
    customer_group_id,
    channel_group_id,
    payment_method_id: shop.cash_id,
    order_id: order.order_id,
    customer_id: order.customer_id,
    credit_note_id,
    credit_note_product_id: note?.products[0]?.credit_note_product_id ?? 0,
    order_product_id: order.products[0]?.order_product_id ?? 0,
    location_id: shop.store_id,
    channel_id: shop.channel_id,
    order_status_id: shop.pending_id,
    user_id,
    user_group_id,
    session_id,
    webhook_id,
    delivery_id,
    merge_customer_id,
    paid_order_id: paid.order_id,
  };
}

type NamedRecords = Awaited<ReturnType<typeof addNamedRecords>>;

/** Fields that hold the id of a record, and are not named after it. */
const idsOfOtherFields = (shop: Shop, { item_id, category_id, payment_method_id, channel_group_id }: NamedRecords) => ({
  parent_id: item_id,
  categories: category_id,
  filter_category: category_id,
  from_location_id: shop.store_id,
  to_location_id: shop.depot_id,
  payment_method: payment_method_id,
  channels: shop.channel_id,
  channel_groups: channel_group_id,
  default_order_status_id: shop.pending_id,
  default_location_id: shop.store_id,
  filter_order_status: shop.paid_id,
});

/** Adds an endpoint of all events, with cost, whose deliveries wait: no test sends anything. */
async function disabledWebhook({ api }: TestUser): Promise<number> {
  const { webhook } = api.integration;
  const events = webhookSections.map(({ name }) => name);
  const { webhook_id } = ok(await webhook.add({ url: 'https://hook.invalid', events, view_cost: true }));
  ok(await webhook.edit({ webhook_id, enabled: false }));
  return webhook_id;
}

async function othersOf(world: World, user: TestUser, known: Tenant['ids']): Promise<Tenant['ids']> {
  const others = recordResources.filter(({ key }) => !(key in known));
  const ids: Record<string, number> = {};
  // One by one: an account's writes wait for each other.
  for (const resource of others) {
    const records = clientOf(world, user, resource);
    ids[resource.key] = await records.add(await records.unique());
  }
  return ids;
}

/** Returns a request that is granted, so that only the change of a test can be refused. */
export async function requestOf(world: World, tenant: Tenant, operation: Operation): Promise<object> {
  const resource = recordResources.find(({ path }) => path === resourceOf(operation));
  const verb = resource?.verbs.find((each) => resource.operation(each) === operation);
  if (resource && verb) return clientOf(world, tenant.user, resource).request(verb);
  return (await jobRequests[operation.path]?.(tenant)) ?? requests[operation.path]?.(tenant) ?? {};
}

export function idFieldOf(resource: string): string {
  const record = recordResources.find(({ path }) => path === resource);
  if (record) return record.key;
  const name = `${resource.slice(resource.lastIndexOf('/') + 1)}_id`;
  const answered = Object.keys(fieldsOf(operations.get(`${resource}/add`)?.response ?? Object));
  return answered.find((field) => field.endsWith(name)) ?? name;
}

/** Returns a request that is granted; a record that is deleted is a new one, which nothing refers to. */
export async function grantedRequest(world: World, tenant: Tenant, operation: Operation): Promise<object> {
  const request = await requestOf(world, tenant, operation);
  if (Object.keys(request).length) return request;
  const added = operations.get(`${resourceOf(operation)}/add`);
  if (!added || !operation.path.endsWith('/delete')) throw new Error(`No request of ${operation.path} is known.`);
  const { credentials } = tenant.user;
  const { status, body } = await call(world.url, credentials, added.path, await requestOf(world, tenant, added));
  if (status !== 200) throw new Error(`${added.path} is refused: ${JSON.stringify(body)}`);
  const key = idFieldOf(resourceOf(operation));
  const [, id] = new RegExp(`"${key}":(\\d+)`).exec(JSON.stringify(body)) ?? [];
  return { [key]: Number(id) };
}

const COUPON = 'TENANT';
const CART = [{ quantity: 1, price: 1 }];
const requests: Readonly<Record<string, (tenant: Tenant) => object>> = {
  'extension/module/invoice/render': ({ ids }) => ({ order_id: ids['order_id'] }),
  'extension/module/tax/calculate': ({ ids }) => ({ products: CART, tax_ids: [ids['tax_id']] }),
  'extension/total/promotion/addCategory': ({ ids }) => ({ name: 'x', items: [{ item_id: ids['item_id'] }] }),
  'extension/total/promotion/editCategory': ({ ids }) => ({
    promotion_category_id: ids['promotion_category_id'],
    name: 'y',
  }),
  'extension/total/promotion/deleteCategory': ({ ids }) => ({ promotion_category_id: ids['promotion_category_id'] }),
  'extension/total/promotion/calculate': () => ({ products: CART }),
  'extension/total/promotion/reserve': () => ({ key: 'x', coupons: [COUPON], products: CART }),
  'extension/total/promotion/release': () => ({ key: 'x' }),
  'extension/report/channel_payout/add': ({ ids }) => ({
    channel_id: ids['channel_id'],
    payouts: [{ reference: aName(), order_id: ids['paid_order_id'], ...PAID }],
  }),
  'extension/report/channel_payout/get': ({ ids }) => ({ channel_id: ids['channel_id'], ...MARCH }),
  'inventory/item/add': ({ ids }) => ({ name: 'x', ...itemChildren(ids) }),
  'inventory/item/edit': ({ ids }) => ({ item_id: ids['bundle_id'], name: 'y', ...itemChildren(ids) }),
  'inventory/item/addImage': ({ ids }) => ({ item_id: ids['item_id'], content: PIXEL }),
  'inventory/item/editStock': ({ ids }) => ({
    items: [{ item_id: ids['item_id'], location_id: ids['location_id'], quantity: 3 }],
  }),
  'inventory/flow/getBalance': () => ({ date: '2100-01-01' }),
  'integration/channel/importOrder': ({ shop, ids }) =>
    orderOf(shop, [{ item_id: ids['item_id'] ?? 0, quantity: 1 }], { imported_order_id: aName() }),
  'integration/webhook/add': ({ ids }) => ({
    ...WEBHOOK,
    filter_channel_id: [ids['channel_id']],
    filter_order_status_id: [ids['order_status_id']],
  }),
  'integration/webhook/edit': ({ ids }) => ({ webhook_id: ids['webhook_id'], description: 'y' }),
  'integration/webhook/rotateSecret': ({ ids }) => ({ webhook_id: ids['webhook_id'] }),
  'integration/webhook/redeliver': ({ ids }) => ({ delivery_id: [ids['delivery_id']] }),
  'integration/webhook/recover': ({ ids }) => ({ webhook_id: ids['webhook_id'], date_start: '2026-01-01' }),
  'integration/webhook/test': ({ ids }) => ({ webhook_id: ids['webhook_id'] }),
  'sale/credit_note/add': ({ ids }) => ({ order_id: ids['order_id'], products: [{ name: 'x', quantity: 1 }] }),
  'sale/credit_note/edit': ({ ids }) => ({
    credit_note_id: ids['credit_note_id'],
    products: [{ name: 'y', quantity: 1 }],
  }),
  'sale/credit_note/addHistory': ({ ids }) => ({ credit_note_id: ids['credit_note_id'], comment: 'x' }),
  'sale/customer/add': ({ ids }) => ({ firstname: 'x', customer_group_id: ids['customer_group_id'] }),
  'sale/customer/edit': ({ ids }) => ({ customer_id: ids['customer_id'], firstname: 'y' }),
  'sale/customer/merge': ({ ids }) => ({
    customer_id: ids['customer_id'],
    merge_customer_id: ids['merge_customer_id'],
  }),
  'sale/customer/addReward': ({ ids }) => ({ customer_id: ids['customer_id'], reward: 5 }),
  'sale/order/add': ({ shop, ids }) => orderOf(shop, [{ item_id: ids['item_id'] ?? 0, quantity: 1 }]),
  'sale/order/edit': ({ shop, ids }) => ({
    order_id: ids['order_id'],
    products: orderOf(shop, [{ item_id: ids['item_id'] ?? 0, quantity: 1 }]).products,
  }),
  'sale/order/addHistory': ({ ids }) => ({ order_id: ids['order_id'], comment: 'x' }),
  'sale/order/getHistory': ({ ids }) => ({ order_id: ids['order_id'] }),
  'sale/credit_note/getHistory': ({ ids }) => ({ credit_note_id: ids['credit_note_id'] }),
  'sale/customer/getReward': ({ ids }) => ({ customer_id: ids['customer_id'] }),
  'sale/order/getSummary': () => ALL_DAYS,
  'setting/company/edit': () => ({ name: 'y' }),
  'setting/user/add': ({ ids }) => {
    const username = aName();
    return { username, email: `${username}@shop.test`, user_group_id: ids['user_group_id'] };
  },
  'setting/user/edit': ({ ids }) => ({ user_id: ids['user_id'], username: aName() }),
  'setting/user/addSession': () => ({ name: aName() }),
  'setting/user/addEnrolment': ({ ids }) => ({ user_id: ids['user_id'] }),
  'setting/user/endSession': ({ ids }) => ({ session_id: ids['session_id'] }),
  'setting/user/rotateSecret': ({ ids }) => ({ user_id: ids['user_id'] }),
  'setting/user_group/add': () => ({ name: aName(), permission: NO_RIGHTS }),
  'setting/user_group/edit': ({ ids }) => ({
    user_group_id: ids['user_group_id'],
    name: aName(),
    permission: NO_RIGHTS,
  }),
};
/** A PNG, as base64. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PAID = { name: 'Sales', amount: 1, currency: 'USD', date: '2026-03-01' };
const MARCH = { date_start: '2026-03-01', date_end: '2026-03-15' };
/** An event that no test causes: a delivery to a name without an address waits for the DNS. */
const WEBHOOK = { url: 'https://hook.invalid', events: ['webhook.recovered'] };
const ALL_DAYS = { date_start: '', date_end: '', group_by: 'day' };
const itemChildren = (ids: Tenant['ids']) => ({
  locations: [{ location_id: ids['location_id'] }],
  translations: [{ language_id: ids['language_id'] }],
  customer_groups: [{ customer_group_id: ids['customer_group_id'], price: 1 }],
  categories: [ids['category_id']],
  item_bundles: [{ bundle_item_id: ids['bundle_item_id'], quantity: 2 }],
});
