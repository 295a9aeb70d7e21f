import { type Credentials, stockbookClient } from '@stockbook/auth';
import type { Reply } from '@stockbook/contracts';
import type { Provisioning } from '@stockbook/settings';

/** Items sold in an account, and those of them that are in every second order. */
export interface Goods {
  readonly all: readonly number[];
  readonly hot: readonly number[];
}

/** An account that the load works on. */
export interface ShopAccount {
  readonly account_id: number;
  readonly user_id: number;
  readonly credentials: Credentials;
  readonly allow_negative_stock: boolean;
  readonly goods: Goods;
  /** Where the channels of the same index sell from. */
  readonly location_ids: readonly number[];
  readonly channel_ids: readonly number[];
  readonly payment_method_id: number;
  readonly pending_id: number;
  /** Statuses that deduct. */
  readonly deducting_ids: readonly number[];
}

export interface ShopPlan {
  readonly domain: string;
  readonly allow_negative_stock: boolean;
  readonly items: number;
  /** Pieces of each item at each location. */
  readonly pieces: number;
}

/** Plenty of everything, stock below zero, and so little that orders wait for it. */
export const SHOPS: readonly ShopPlan[] = [
  { domain: 'plenty', allow_negative_stock: false, items: 20, pieces: 100_000 },
  { domain: 'below-zero', allow_negative_stock: true, items: 12, pieces: 30 },
  { domain: 'scarce', allow_negative_stock: false, items: 8, pieces: 40 },
];

/** Makes accounts, and fills each through the API. */
export async function openShops(
  url: string,
  provisioning: Provisioning,
  plans: readonly ShopPlan[],
): Promise<ShopAccount[]> {
  const shops: ShopAccount[] = [];
  for (const plan of plans) shops.push(await openShop(url, provisioning, plan));
  return shops;
}

async function openShop(url: string, provisioning: Provisioning, plan: ShopPlan): Promise<ShopAccount> {
  const { domain, allow_negative_stock, items, pieces } = plan;
  const owner = { email: `owner@${domain}.test`, username: 'owner' };
  const added = await provisioning.addAccount({ domain, name: domain, currency: 'USD', owner });
  const credentials = { domain, api_key: owner.email, api_secret: added.api_secret };
  const { inventory, setting, integration } = stockbookClient(url, credentials);
  const location_ids: number[] = [];
  for (const name of ['Store', 'Depot']) location_ids.push(granted(await inventory.location.add({ name })).location_id);
  const status = async (name: string, deduct: boolean) =>
    granted(await setting.order_status.add({ name, deduct })).order_status_id;
  const pending_id = await status('Pending', false);
  const deducting_ids = [await status('Paid', true), await status('Shipped', true)];
  const { payment_method_id } = granted(await setting.payment_method.add({ name: 'Cash' }));
  const channel_ids: number[] = [];
  for (const [index, location_id] of location_ids.entries()) {
    const channel = { type: 'pos', name: `Counter ${index + 1}`, configuration: { location_id } } as const;
    channel_ids.push(granted(await integration.channel.add(channel)).channel_id);
  }
  const defaults = { default_order_status_id: pending_id, default_location_id: location_ids[0] ?? 0 };
  granted(await setting.company.edit({ ...defaults, allow_negative_stock }));
  const all: number[] = [];
  for (let number = 1; number <= items; number++) {
    const locations = location_ids.map((location_id) => ({ location_id, quantity: pieces }));
    const item = { name: `Item ${number}`, sku: `SKU-${number}`, price: 10, cost: 2.5, locations };
    all.push(granted(await inventory.item.add(item)).item_id);
  }
  const goods = { all, hot: all.slice(0, 2) };
  const ids = { location_ids, channel_ids, payment_method_id, pending_id, deducting_ids };
  const { account_id, user_id } = added;
  return { account_id, user_id, credentials, allow_negative_stock, goods, ...ids };
}

/** The response of a request that prepares the run. */
function granted<O>(reply: Reply<O>): O {
  if (reply.error) throw new Error(`The run cannot be prepared: ${reply.error.join(' ')}`);
  return reply;
}
