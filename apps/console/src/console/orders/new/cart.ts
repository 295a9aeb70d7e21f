import type {
  Channel,
  Company,
  OrderAdd,
  OrderStatus,
  OrderTotal,
  PaymentMethod,
  PromotionCalculate,
} from '@stockbook/client';
import { type SaleCustomer, type SaleItem, WALK_IN } from '../../api/sales.js';
import { amountIn, isUnclear, wholeIn } from '../../text/numbers.js';
import { exact } from '../amounts.js';
import { type Sums, sumsOf } from '../sums.js';
import { chosenCustomer, type Draft, type DraftCustomer, type DraftLine, NOBODY } from './draft/draft.js';

/** Holds the settings that an order chooses from, and the names of its totals. */
export interface SaleSettings {
  readonly company: Pick<Company, 'currency'> &
    Partial<Pick<Company, 'default_location_id' | 'default_order_status_id'>>;
  readonly channels: readonly Channel[];
  readonly methods: readonly PaymentMethod[];
  readonly statuses: readonly OrderStatus[];
  readonly walkIn: SaleCustomer | null;
  readonly shippingText: string;
  /** The numbers of a draft are read in this language. */
  readonly language: string;
}

/** The lines and amounts that promotions and taxes add to a cart. */
export interface Calculated {
  readonly products: readonly { readonly totals?: OrderTotal[] }[];
  readonly totals?: OrderTotal[];
}

export const channelOf = ({ channel_id }: Draft, { channels }: SaleSettings): Channel | undefined =>
  channels.find((channel) => channel.channel_id === channel_id) ?? channels[0];

export const locationIdOf = (draft: Draft, settings: SaleSettings): number =>
  Number(channelOf(draft, settings)?.configuration['location_id']) || settings.company.default_location_id || 0;

/** Returns the customer of the order: a sale to nobody has the one that all such sales share. */
const customerOf = ({ customer }: Draft, { walkIn }: SaleSettings): DraftCustomer =>
  customer ?? (walkIn ? chosenCustomer(walkIn) : { ...NOBODY, ...WALK_IN });

/** Returns what the item costs this customer at the location of the order. */
export function usualPrice({ price, locations, customer_groups }: SaleItem, draft: Draft, locationId: number): number {
  const group = draft.customer?.customer_group_id ?? 0;
  const forGroup = customer_groups.find(({ customer_group_id }) => customer_group_id === group)?.price;
  return forGroup || locations.find(({ location_id }) => location_id === locationId)?.price || price;
}

/** Returns the draft with its items as they are now. A line whose price comes from its item says what that was. */
export function withItems(draft: Draft, items: readonly SaleItem[], settings: SaleSettings): Draft {
  const locationId = locationIdOf(draft, settings);
  let hasChanged = false;
  const lines = draft.lines.map((line): DraftLine => {
    const item = items.find(({ item_id }) => item_id === line.item.item_id);
    if (!item || JSON.stringify(item) === JSON.stringify(line.item)) return line;
    hasChanged = true;
    const before = usualPrice(line.item, draft, locationId);
    const isMoved = !line.price.trim() && usualPrice(item, draft, locationId) !== before;
    return { ...line, item, ...(isMoved && { price_before: line.price_before ?? before }) };
  });
  return hasChanged ? { ...draft, lines } : draft;
}

/** Tells whether an item that both drafts have has another price in the one than in the other. */
export const hasMovedPrice = (seen: Draft, now: Draft, settings: SaleSettings): boolean =>
  seen.lines.some((line) => {
    const other = now.lines.find(({ item }) => item.item_id === line.item.item_id);
    return other && lineOf(other, now, settings).price !== lineOf(line, seen, settings).price;
  });

/** Tells whether a number of the draft may be taken wrongly. Its field says so. */
export const hasUnclearNumber = ({ lines, payments, shipping }: Draft, { language }: SaleSettings): boolean =>
  lines.some(({ quantity }) => isUnclear(quantity, 'whole', language)) ||
  [shipping, ...lines.map(({ price }) => price), ...payments.slice(0, -1).map(({ amount }) => amount)].some((text) =>
    isUnclear(text, 'amount', language),
  );

/** Returns a line as requests take it. A number that is missing or unclear is NaN, which requests carry as null. */
export function lineOf({ item, quantity, price }: DraftLine, draft: Draft, settings: SaleSettings) {
  const { language } = settings;
  const { item_id, name, model, sku } = item;
  return {
    ...{ item_id, name, model, sku },
    quantity: wholeIn(quantity, language),
    price: price.trim() ? amountIn(price, language) : usualPrice(item, draft, locationIdOf(draft, settings)),
  };
}

/** Returns the cart of a draft for promotions and taxes. */
export function cartOf(draft: Draft, settings: SaleSettings): PromotionCalculate {
  const { shippingText, language } = settings;
  return {
    channel_id: channelOf(draft, settings)?.channel_id ?? 0,
    customer_id: customerOf(draft, settings).customer_id,
    currency: settings.company.currency,
    coupons: [...draft.coupons],
    products: draft.lines.map((line) => {
      const { item_id, quantity, price } = lineOf(line, draft, settings);
      return { item_id, quantity, price };
    }),
    totals: draft.shipping.trim()
      ? [{ name: shippingText, code: 'shipping', price: amountIn(draft.shipping, language), sort_order: 1 }]
      : [],
    explain: true,
  };
}

export const sumsOfCart = (cart: PromotionCalculate, calculated: Calculated | undefined): Sums =>
  sumsOf(
    cart.products.map((product, place) => ({ ...product, totals: calculated?.products[place]?.totals ?? [] })),
    calculated?.totals ?? cart.totals ?? [],
  );

/** Returns the payments with the method and the amount of each: the last one takes what the others leave. */
export function paymentsOf({ payments }: Draft, { methods, language }: SaleSettings, total: number) {
  const chosen = payments.length ? payments : [{ payment_method_id: 0, amount: '' }];
  const given = chosen.slice(0, -1).map(({ amount }) => amountIn(amount, language));
  const rest = exact(total - given.reduce((sum, amount) => sum + (amount || 0), 0));
  return chosen.map(({ payment_method_id }, place) => {
    const method = methods.find((each) => each.payment_method_id === payment_method_id) ?? methods[0];
    return { method, amount: given[place] ?? rest };
  });
}

/** Returns the request that places the order. */
export function requestOf(draft: Draft, settings: SaleSettings, calculated: Calculated | undefined): OrderAdd {
  const cart = cartOf(draft, settings);
  const { total } = sumsOfCart(cart, calculated);
  const payments = paymentsOf(draft, settings, total);
  const isSplit = payments.length > 1;
  const { customer_group_id: _, ...customer } = customerOf(draft, settings);
  return {
    ...{ imported_order_id: '', channel_id: cart.channel_id ?? 0, date_ordered: '', comment: draft.comment },
    ...{ ...customer, telephone_2: '', ...draft.delivery, zone: '', shipping_date: '', shipping_tracking: '' },
    ...{ currency: settings.company.currency, currency_value: 0, total, order_status_id: draft.order_status_id },
    payment_method: payments[0]?.method?.payment_method_id ?? 0,
    split_payment: isSplit ? 1 : 0,
    ...(isSplit && {
      payments: payments.map(({ method, amount }) => ({ payment_method: method?.name ?? '', total: amount })),
    }),
    products: draft.lines.map((line, place) => ({
      ...lineOf(line, draft, settings),
      ...{ discount: 0, discount_total: 0, totals: calculated?.products[place]?.totals ?? [] },
    })),
    totals: calculated?.totals ?? cart.totals ?? [],
  };
}
