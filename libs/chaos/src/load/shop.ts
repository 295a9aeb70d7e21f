import type { Credentials } from '@stockbook/auth';
import type { Stockbook } from '@stockbook/client';
import type { Provisioning } from '@stockbook/settings';
import { connect } from '@stockbook/testing/requests';
import { receiverKinds, receiverPath, type Receivers, SUBSCRIBED } from '../webhooks/receivers.js';

export interface Goods {
  readonly all: readonly number[];
  readonly hot: readonly number[];
}

export interface ShopPromotion {
  readonly promotion_id: number;
  readonly coupon: string;
  /** A strict promotion refuses an order that would pass the limit. */
  readonly is_strict: boolean;
}

export interface ShopEndpoint {
  readonly webhook_id: number;
  readonly path: string;
}

export interface ShopAccount {
  readonly account_id: number;
  readonly user_id: number;
  readonly credentials: Credentials;
  readonly allow_negative_stock: boolean;
  readonly goods: Goods;
  readonly location_ids: readonly number[];
  readonly channel_ids: readonly number[];
  readonly payment_method_id: number;
  readonly pending_id: number;
  readonly deducting_ids: readonly number[];
  readonly void_id: number;
  readonly promotions: readonly ShopPromotion[];
  readonly endpoints: readonly ShopEndpoint[];
  /** The time when everything that it opens with was there. */
  readonly opened_at: Date;
}

export interface ShopPlan {
  readonly domain: string;
  readonly allow_negative_stock: boolean;
  readonly items: number;
  readonly pieces: number;
  readonly description?: string;
}

export const SHOPS: readonly ShopPlan[] = [
  { domain: 'plenty', allow_negative_stock: false, items: 20, pieces: 100_000 },
  { domain: 'below-zero', allow_negative_stock: true, items: 12, pieces: 30 },
  { domain: 'scarce', allow_negative_stock: false, items: 8, pieces: 40 },
];

/** The longest description that an item may have. */
const LARGE_TEXT = 256 * 1_024;

/** A shop whose pages of items are as large as pages can be. */
export const BULKY: ShopPlan = {
  domain: 'bulky',
  allow_negative_stock: false,
  items: 24,
  pieces: 0,
  description: 'x'.repeat(LARGE_TEXT),
};

/** The orders of a run reach this limit. */
const FEW_USES = 20;

export async function openShops(
  url: string,
  provisioning: Provisioning,
  plans: readonly ShopPlan[],
  receivers?: Receivers,
): Promise<ShopAccount[]> {
  const shops: ShopAccount[] = [];
  for (const plan of plans) shops.push(await openShop(url, provisioning, plan, receivers));
  return shops;
}

async function openShop(
  url: string,
  provisioning: Provisioning,
  plan: ShopPlan,
  receivers: Receivers | undefined,
): Promise<ShopAccount> {
  const { domain, allow_negative_stock, items, pieces, description } = plan;
  const owner = { email: `owner@${domain}.test`, username: 'owner' };
  const added = await provisioning.addAccount({ domain, name: domain, currency: 'USD', owner });
  const credentials = { domain, api_key: owner.email, api_secret: added.api_secret };
  const client = connect(url, credentials);
  const { inventory, setting, integration } = client;
  const location_ids: number[] = [];
  for (const name of ['Store', 'Depot']) location_ids.push((await inventory.location.add({ name })).location_id);
  const status = async (name: string, fields: { deduct?: boolean; void?: boolean }) =>
    (await setting.order_status.add({ name, ...fields })).order_status_id;
  const [pending_id, void_id] = [await status('Pending', {}), await status('Cancelled', { void: true })];
  const deducting_ids = [await status('Paid', { deduct: true }), await status('Shipped', { deduct: true })];
  const { payment_method_id } = await setting.payment_method.add({ name: 'Cash' });
  const channel_ids: number[] = [];
  for (const [index, location_id] of location_ids.entries()) {
    const channel = { type: 'pos', name: `Counter ${index + 1}`, configuration: { location_id } } as const;
    channel_ids.push((await integration.channel.add(channel)).channel_id);
  }
  const defaults = { default_order_status_id: pending_id, default_location_id: location_ids[0] ?? 0 };
  await setting.company.edit({ ...defaults, allow_negative_stock });
  const all: number[] = [];
  for (let number = 1; number <= items; number++) {
    const locations = location_ids.map((location_id) => ({ location_id, quantity: pieces }));
    const item = { name: `Item ${number}`, sku: `SKU-${number}`, price: 10, cost: 2.5, locations, description };
    all.push((await inventory.item.add(item)).item_id);
  }
  const endpoints = receivers ? await addEndpoints(client, receivers, domain) : [];
  const goods = { all, hot: all.slice(0, 2) };
  await client.extension.module.invoice.add({ name: 'Invoice', template: '{{invoice.number}} {{total}}' });
  const promotions: ShopPromotion[] = [];
  for (const limit_policy of ['count', 'strict'] as const) promotions.push(await addPromotion(client, limit_policy));
  const ids = {
    location_ids,
    channel_ids,
    payment_method_id,
    pending_id,
    deducting_ids,
    void_id,
    promotions,
    endpoints,
    opened_at: new Date(),
  };
  const { account_id, user_id } = added;
  return { account_id, user_id, credentials, allow_negative_stock, goods, ...ids };
}

async function addEndpoints({ integration }: Stockbook, receivers: Receivers, domain: string): Promise<ShopEndpoint[]> {
  const endpoints: ShopEndpoint[] = [];
  for (const kind of receiverKinds) {
    const events = SUBSCRIBED.map(({ name }) => name);
    const { webhook_id } = await integration.webhook.add({ url: receivers.urlOf(kind, domain), events });
    endpoints.push({ webhook_id, path: receiverPath(kind, domain) });
  }
  return endpoints;
}

async function addPromotion({ extension }: Stockbook, limit_policy: 'count' | 'strict'): Promise<ShopPromotion> {
  const coupon = limit_policy.toUpperCase();
  const configuration = { percent: 10, coupons: [coupon], limit_policy };
  const promotion = { name: coupon, type: 'percent', total_limit: FEW_USES, configuration } as const;
  const { promotion_id } = await extension.total.promotion.add(promotion);
  return { promotion_id, coupon, is_strict: limit_policy === 'strict' };
}
