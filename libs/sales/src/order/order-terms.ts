import {
  type Caller,
  type ChannelReference,
  type Fault,
  type ItemSnapshot,
  noReference,
  type OrderPayment,
  type OrderTotal,
  type SettingsReference,
} from '@stockbook/contracts';
import { Big } from 'big.js';
import type { OrderRow } from './order.entity.js';

/** What orders refer to of the settings and the channels of an account. */
export interface OrderReference {
  readonly settings: SettingsReference;
  readonly channels: readonly ChannelReference[];
}
/** The same, with the items of one order. */
export interface OrderLookups extends OrderReference {
  /** Undefined when the inventory could not be asked. */
  readonly items: readonly ItemSnapshot[] | undefined;
}

type Terms<K extends keyof OrderRow> = Pick<OrderRow, K>;
export type StatusTerms = Terms<'order_status_id' | 'order_status' | 'deducts' | 'status_locks'>;
export type PaymentTerms = Terms<'payment_method_id' | 'payment_method'>;

const invalid = (field: string, message: string): Fault => ({ code: 'invalid', field, message });

/** The channel of a new order, and the location that its stock comes from. */
export function channelTerms(
  channel_id: number,
  { channels, settings }: OrderReference,
  { channel_ids }: Caller,
  faults: Fault[],
): Terms<'channel_id' | 'channel' | 'location_id'> {
  const found = channels.find((channel) => channel.channel_id === channel_id);
  const channel = channel_ids && !channel_ids.includes(channel_id) ? undefined : found;
  const location_id = channel?.location_id || settings.default_location_id;
  if (!channel) faults.push(noReference('channel_id', 'channel', channel_id));
  else if (channel.type !== 'pos')
    faults.push(
      invalid('channel_id', `Channel ${channel_id} is of type ${channel.type}; orders are added to pos alone.`),
    );
  else if (channel.status !== 1) faults.push(invalid('channel_id', `Channel ${channel_id} is disabled.`));
  else if (!location_id)
    faults.push(
      invalid('channel_id', `Neither channel ${channel_id} nor the company names a location for its orders.`),
    );
  return { channel_id, channel: channel?.name ?? '', location_id };
}

/** A status given by id. */
export function statusTerms(order_status_id: number, { settings }: OrderReference, faults: Fault[]): StatusTerms {
  const status = settings.order_statuses.find((each) => each.order_status_id === order_status_id);
  if (!status) faults.push(noReference('order_status_id', 'order status', order_status_id));
  const { name = '', deduct = false, lock = false } = status ?? {};
  return { order_status_id, order_status: name, deducts: deduct, status_locks: lock };
}

/** The status of a new order that names none: its payment method's, else the company's default. */
export function automaticStatus(payment_method_id: number, reference: OrderReference, faults: Fault[]): StatusTerms {
  const { order_statuses, payment_methods, default_order_status_id } = reference.settings;
  const method = payment_methods.find((each) => each.payment_method_id === payment_method_id);
  const living = new Set(order_statuses.map((each) => each.order_status_id));
  const automatic = [method?.order_status_id ?? 0, default_order_status_id].find((id) => living.has(id));
  if (automatic) return statusTerms(automatic, reference, faults);
  const message = 'order_status_id is required: neither the payment method nor the company has a default order status.';
  faults.push(invalid('order_status_id', message));
  return { order_status_id: 0, order_status: '', deducts: false, status_locks: false };
}

/** The main payment method; 0 is none. */
export function paymentTerms(payment_method_id: number, { settings }: OrderReference, faults: Fault[]): PaymentTerms {
  const method = settings.payment_methods.find((each) => each.payment_method_id === payment_method_id);
  if (!method && payment_method_id) faults.push(noReference('payment_method', 'payment method', payment_method_id));
  return { payment_method_id, payment_method: method?.name ?? '' };
}

/** The account's rate of a currency. */
export function rateOf(code: string, { settings }: OrderReference, faults: Fault[]): number {
  const currency = settings.currencies.find((each) => each.code === code);
  if (!currency) faults.push(noReference('currency', 'currency', code));
  return currency?.value ?? 1;
}

/** Finds payments by methods that do not exist. */
export function checkMethods(payments: readonly OrderPayment[], { settings }: OrderReference, faults: Fault[]): void {
  const names = new Set(settings.payment_methods.map((method) => method.name));
  for (const [i, { payment_method }] of payments.entries()) {
    if (!names.has(payment_method))
      faults.push(noReference(`payments[${i}].payment_method`, 'payment method', payment_method));
  }
}

/** Finds payments of a split order that do not add up to its total. */
export function checkSum(payments: readonly OrderPayment[], total: number, faults: Fault[]): void {
  const sum = payments.reduce((all, payment) => all.plus(payment.total), new Big(0));
  if (!payments.length) faults.push(invalid('payments', 'payments is required when split_payment is 1.'));
  else if (!sum.eq(total))
    faults.push(
      invalid('payments', `payments must add up to total, which is ${total}; they add up to ${sum.toFixed()}.`),
    );
}

/** Finds codes that stand twice in a list of totals. */
export function checkTotals(totals: readonly OrderTotal[], path: string, faults: Fault[]): void {
  const codes = new Set<string>();
  for (const [i, { code }] of totals.entries()) {
    const field = `${path}[${i}].code`;
    if (codes.has(code)) faults.push(invalid(field, `${field} must be unique; ${code} is there already.`));
    codes.add(code);
  }
}
