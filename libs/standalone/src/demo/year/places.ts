import type { Operations } from '@stockbook/client';
import { type BrandName, categories, type CategoryName, suppliers } from './catalogue.js';
import type { Once } from './once.js';
import { type ChannelName, type LocationName, promotions, type StatusName } from './orders.js';

type Ids<Name extends string> = Readonly<Record<Name, number>>;

/** Ids of records that the small demo has, and of those that the year adds. */
export interface Places {
  readonly locations: Ids<LocationName>;
  readonly channels: Ids<ChannelName>;
  readonly statuses: Ids<StatusName>;
  readonly payments: Ids<'Cash' | 'Card' | 'Bank transfer'>;
  readonly suppliers: Ids<BrandName>;
  readonly brands: Ids<BrandName>;
  readonly categories: Ids<CategoryName>;
  readonly promotions: Readonly<Record<string, number>>;
  readonly vietnamese: number;
  readonly wholesale: number;
  /** The customer of all who pay at a till without a name. */
  readonly walkIn: number;
}

export async function addPlaces(api: Operations, once: Once): Promise<Places> {
  const { inventory, integration, setting, sale } = api;
  const known = await knownPlaces(api);
  await quieten(api, known.unused);
  const [riverside, vietnamese, walkIn] = await Promise.all([
    inventory.location.add({ name: 'Riverside workshop', stock_warning: 2, stock_danger: 1 }, once('riverside')),
    setting.language.add({ name: 'Tiếng Việt', code: 'vi', locale: 'vi_VN' }, once('vietnamese')),
    sale.customer.add({ firstname: 'Walk-in', lastname: 'customer' }, once('walk-in')),
  ]);
  const locations = { ...known.locations, riverside: riverside.location_id };
  const channel = (type: 'pos' | 'shopify' | 'lazada', name: string, location_id: number) =>
    integration.channel.add({ type, name, configuration: { location_id } }, once(name));
  const [workshop, stall, web, marketplace] = await Promise.all([
    channel('pos', 'Riverside counter', locations.riverside),
    channel('pos', 'Market stall', locations.stall),
    channel('shopify', 'Web shop', locations.depot),
    channel('lazada', 'Lazada', locations.depot),
  ]);
  return {
    ...known,
    ...(await addSources(api, once)),
    locations,
    channels: {
      ...{ counter: known.counter, riverside: workshop.channel_id, stall: stall.channel_id },
      ...{ web: web.channel_id, marketplace: marketplace.channel_id },
    },
    promotions: await addPromotions(api, once),
    vietnamese: vietnamese.language_id,
    walkIn: walkIn.customer_id,
  };
}

async function knownPlaces({ inventory, integration, setting, sale }: Operations) {
  const [{ locations }, { order_statuses }, { payment_methods }, { channels }, { customer_groups }] = await Promise.all(
    [
      inventory.location.get({}),
      setting.order_status.get({}),
      setting.payment_method.get({}),
      integration.channel.get({}),
      sale.customer_group.get({}),
    ],
  );
  const location = finder(locations, ({ location_id }) => location_id);
  const status = finder(order_statuses, ({ order_status_id }) => order_status_id);
  const payment = finder(payment_methods, ({ payment_method_id }) => payment_method_id);
  const channel = finder(channels, ({ channel_id }) => channel_id);
  return {
    locations: { store: location('High Street store'), depot: location('Depot'), stall: location('Market stall') },
    statuses: {
      ...{ Pending: status('Pending'), Paid: status('Paid'), Shipped: status('Shipped') },
      ...{ Completed: status('Completed'), Cancelled: status('Cancelled') },
    },
    payments: { Cash: payment('Cash'), Card: payment('Card'), 'Bank transfer': payment('Bank transfer') },
    counter: channel('Counter'),
    unused: channel('Christmas fair'),
    wholesale: finder(customer_groups, ({ customer_group_id }) => customer_group_id)('Wholesale'),
  };
}

/** A disabled endpoint holds its deliveries: one of the small demo must not send old orders once it is enabled. */
async function quieten({ integration }: Operations, channel_id: number): Promise<void> {
  const { webhooks } = await integration.webhook.get({});
  for (const { webhook_id } of webhooks.filter(({ status }) => status === 'disabled'))
    await integration.webhook.edit({ webhook_id, filter_channel_id: [channel_id] });
}

/** Finds the id of a record by its name. */
function finder<R extends { readonly name?: string }>(records: readonly R[], idOf: (record: R) => number | undefined) {
  return (name: string): number => {
    const id = records.filter((record) => record.name === name).map(idOf)[0];
    if (id === undefined) throw new Error(`The demo shop has no ${name} any more.`);
    return id;
  };
}

async function addSources({ inventory }: Operations, once: Once) {
  const delivering = await named(suppliers, async (brand, { name, country, city }) => {
    const email = `orders@${brand.toLowerCase().replace(/\W+/g, '-')}.example.com`;
    return (await inventory.supplier.add({ name, country, city, email }, once(name))).supplier_id;
  });
  const brands = await named(suppliers, async (name) => (await inventory.brand.add({ name }, once(name))).brand_id);
  const added: Partial<Record<string, number>> = {};
  const add = async (name: string, parent_id: number) =>
    (added[name] = (await inventory.category.add({ name, parent_id }, once(name))).category_id);
  const ids = (isTop: boolean) =>
    named(categories, async (name, { below }) => ((below === '') === isTop ? add(name, added[below] ?? 0) : 0));
  await ids(true);
  await ids(false);
  return { suppliers: delivering, brands, categories: added as Ids<CategoryName> };
}

async function addPromotions({ extension }: Operations, once: Once): Promise<Record<string, number>> {
  const ids = promotions.map(async ({ coupon, name, percent, limit }) => {
    const configuration = { percent, coupons: [coupon] };
    const promotion = { name, type: 'percent', total_limit: limit, configuration } as const;
    return [coupon, (await extension.total.promotion.add(promotion, once(coupon))).promotion_id] as const;
  });
  return Object.fromEntries(await Promise.all(ids));
}

/** Returns the ids of what `add` adds for each name. */
async function named<Name extends string, V>(
  values: Readonly<Record<Name, V>>,
  add: (name: Name, value: V) => Promise<number>,
): Promise<Ids<Name>> {
  const entries = Object.entries<V>(values).map(async ([name, value]) => [name, await add(name as Name, value)]);
  return Object.fromEntries(await Promise.all(entries));
}
