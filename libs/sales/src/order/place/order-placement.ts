import { type Fault, noReference, type OrderAdd, Refused } from '@stockbook/contracts';
import { mergedName } from '../../customer/customer-names.js';
import { placeLines } from './order-lines.js';
import { pendingLookup } from '../complete/order-lookup.js';
import { amountFaults, paymentFaults, totalFaults, sumsOf } from '../record/order-sums.js';
import {
  channelTerms,
  methodFaults,
  initialStatus,
  type OrderLookups,
  paymentTerms,
  currencyTerms,
} from '../reference/order-terms.js';
import { promotionUses } from '../promotion/order-promotions.js';
import { withAllocations } from '../promotion/total-allocations.js';
import type { PlacedLine, Placement } from '../record/order-records.js';

/** Records that a new order refers to. */
export interface PlacementLookups extends OrderLookups {
  /** 0 means that a new one is needed; undefined that the named one does not exist. */
  readonly customer_id: number | undefined;
  readonly now: Date;
}

/** Turns the request for an order into what is written, or refuses it with every reason at once. */
export function placeOrder(input: OrderAdd, lookups: PlacementLookups): Placement {
  const faults: Fault[] = [];
  const { customer_id } = lookups;
  if (customer_id === undefined) faults.push(noReference('customer_id', 'customer', input.customer_id));
  const lines = placeLines(input.products, lookups.items, faults);
  faults.push(...amountFaults(lines, input.products));
  const payment = paymentTerms(input.payment_method, lookups, faults);
  const channel = channelTerms(input.channel_id, lookups, faults);
  const status = initialStatus(input.order_status_id, payment, lookups, faults);
  const money = placedMoney(input, lines, lookups, faults);
  const promotions = promotionUses(money.totals, lines, money.currency_value);
  const order = {
    imported_order_id: input.imported_order_id,
    ...channel,
    ...payment,
    ...status,
    ...money,
    promotions,
    promotion_sequence: promotions.length ? 1 : 0,
    ...textsOf(input),
    customer_id: customer_id ?? 0,
    user_locked: false,
    shipping_label_status_id: 0,
    order_blacklist_id: 0,
    shipping_date: optionalDate(input.shipping_date),
    date_ordered: optionalDate(input.date_ordered) ?? lookups.now,
    ...sumsOf(lines),
    payouts: [],
    data: [],
    lookup: lookups.items ? null : pendingLookup(lookups.caller, input.products),
    source: lookups.source ?? null,
  };
  Refused.ifAny(faults);
  return { order, lines };
}

type Texts = Pick<
  OrderAdd,
  | 'firstname'
  | 'lastname'
  | 'email'
  | 'company'
  | 'telephone'
  | 'telephone_2'
  | 'address_1'
  | 'address_2'
  | 'city'
  | 'postcode'
  | 'country'
  | 'zone'
  | 'shipping_method'
  | 'shipping_tracking'
  | 'comment'
>;

export function textsOf(input: Texts): Texts & { name: string } {
  const { firstname, lastname, email, company, telephone, telephone_2, comment } = input;
  const { address_1, address_2, city, postcode, country, zone, shipping_method, shipping_tracking } = input;
  return {
    firstname,
    lastname,
    name: mergedName(input),
    email,
    company,
    telephone,
    telephone_2,
    address_1,
    address_2,
    city,
    postcode,
    country,
    zone,
    shipping_method,
    shipping_tracking,
    comment,
  };
}

/** Returns a point in time of a request; the empty one is none. */
export const optionalDate = (text: string): Date | null => (text ? new Date(text) : null);

function placedMoney(input: OrderAdd, lines: readonly PlacedLine[], lookups: OrderLookups, faults: Fault[]) {
  const { currency, currency_value, total } = input;
  const { currency_value: rate, decimal_place } = currencyTerms(currency, lookups, faults);
  const split_payment = input.split_payment === 1;
  const payments = split_payment ? (input.payments ?? []) : [];
  faults.push(...totalFaults(input.totals, 'totals'));
  const allocating = { lines, decimal_place, scopes: lookups, isPending: !lookups.items };
  const totals = withAllocations(input.totals, allocating, faults);
  faults.push(...methodFaults(payments, lookups));
  if (split_payment) faults.push(...paymentFaults(payments, total));
  return { currency, currency_value: currency_value || rate, decimal_place, total, totals, split_payment, payments };
}
