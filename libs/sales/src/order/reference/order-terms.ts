import {
  type Caller,
  type ChannelReference,
  type Fault,
  invalidField,
  type ItemSnapshot,
  noReference,
  type OrderPayment,
  type OrderStatusReference,
  type ScopedPromotions,
  type SettingsReference,
} from '@stockbook/contracts';
import { maySee } from '@stockbook/persistence';
import type { OrderRecord } from '../record/order-records.js';
import type { OrderRow, OrderSource } from '../record/order.entity.js';

/** The settings and channels of an account that orders refer to. */
export interface OrderReference extends ScopedPromotions {
  readonly settings: SettingsReference;
  readonly channels: readonly ChannelReference[];
  readonly strict_promotion_ids: readonly number[];
}
export interface CallerReference extends OrderReference {
  readonly caller: Caller;
  /** Records that the stored order refers to stay valid, also when they are deleted. */
  readonly stored?: OrderRecord | undefined;
  /** Present for an import, which takes orders of any type of channel. */
  readonly source?: OrderSource | undefined;
}
export interface OrderLookups extends CallerReference {
  /** Undefined when inventory could not be asked. */
  readonly items: readonly ItemSnapshot[] | undefined;
}

type Terms<K extends keyof OrderRow> = Pick<OrderRow, K>;
export type StatusTerms = Terms<'order_status_id' | 'order_status' | 'deducts' | 'status_locks' | 'voids'>;
export type CurrencyTerms = Terms<'currency_value' | 'decimal_place'>;
export type PaymentTerms = Terms<'payment_method_id' | 'payment_method'>;

/** Returns where a channel's orders take their stock; 0 means nowhere. */
export const channelsLocation = (channel_id: number, { channels, settings }: OrderReference): number =>
  channels.find((channel) => channel.channel_id === channel_id)?.location_id || settings.default_location_id;

/** Returns the channel of a new order, and the location that its stock comes from. */
export function channelTerms(
  channel_id: number,
  reference: CallerReference,
  faults: Fault[],
): Terms<'channel_id' | 'channel' | 'location_id'> {
  const channel = findChannel(channel_id, reference);
  const location_id = channelsLocation(channel_id, reference);
  const found = channelFaults(channel_id, reference);
  faults.push(...found);
  if (!found.length && !location_id)
    faults.push(
      invalidField('channel_id', `Neither channel ${channel_id} nor the company names a location for its orders.`),
    );
  return { channel_id, channel: channel?.name ?? '', location_id };
}

/** A channel takes orders if it is enabled, and of type pos unless the order is imported. */
export function channelFaults(channel_id: number, reference: CallerReference): Fault[] {
  const channel = findChannel(channel_id, reference);
  if (!channel) return [noReference('channel_id', 'channel', channel_id)];
  if (!reference.source && channel.type !== 'pos') {
    const message = `Channel ${channel_id} is of type ${channel.type}; orders are added to pos alone.`;
    return [invalidField('channel_id', message)];
  }
  return channel.status === 1 ? [] : [invalidField('channel_id', `Channel ${channel_id} is disabled.`)];
}

const findChannel = (channel_id: number, { channels, caller }: CallerReference): ChannelReference | undefined =>
  channels.find((each) => each.channel_id === channel_id && maySee(caller, each));

export function statusTerms(
  order_status_id: number,
  { settings, caller, stored }: CallerReference,
  faults: Fault[],
): StatusTerms {
  const status = settings.order_statuses.find((each) => each.order_status_id === order_status_id);
  if (status && maySee(caller, status)) return toStatusTerms(status);
  if (stored?.order_status_id === order_status_id) return status ? toStatusTerms(status) : keptStatus(stored);
  faults.push(noReference('order_status_id', 'order status', order_status_id));
  return NO_STATUS;
}

export const initialStatus = (
  order_status_id: number,
  { payment_method_id }: PaymentTerms,
  reference: CallerReference,
  faults: Fault[],
): StatusTerms =>
  order_status_id
    ? statusTerms(order_status_id, reference, faults)
    : automaticStatus(payment_method_id, reference, faults);

/** The payment method's status, else the company's default, whoever may see that. */
function automaticStatus(payment_method_id: number, { settings }: OrderReference, faults: Fault[]): StatusTerms {
  const { order_statuses, payment_methods, default_order_status_id } = settings;
  const method = payment_methods.find((each) => each.payment_method_id === payment_method_id);
  const findStatus = (id = 0) => order_statuses.find(({ order_status_id }) => order_status_id === id);
  const automatic = findStatus(method?.order_status_id) ?? findStatus(default_order_status_id);
  if (automatic) return toStatusTerms(automatic);
  const message = 'order_status_id is required: neither the payment method nor the company has a default order status.';
  faults.push(invalidField('order_status_id', message));
  return NO_STATUS;
}

/** Returns the main payment method by its id or its name; 0 is none. */
export function paymentTerms(given: number | string, lookups: CallerReference, faults: Fault[]): PaymentTerms {
  const { settings, caller, stored } = lookups;
  if (given === 0) return NO_PAYMENT;
  if (stored && stored.payment_method === given) return paymentOf(stored);
  const visible = settings.payment_methods.filter((method) => maySee(caller, method));
  const [method, ...others] = visible.filter(
    ({ payment_method_id, name }) => payment_method_id === given || name === given,
  );
  if (others.length) {
    const ids = [method, ...others].map((each) => each?.payment_method_id).join(', ');
    faults.push(
      invalidField('payment_method', `${given} is the name of several payment methods: ${ids}. Give the id of one.`),
    );
  }
  if (method) return { payment_method_id: method.payment_method_id, payment_method: method.name };
  if (stored?.payment_method_id === given) return paymentOf(stored);
  faults.push(noReference('payment_method', 'payment method', given));
  return NO_PAYMENT;
}

export const currencyRate = (code: string, reference: OrderReference, faults: Fault[], field = 'currency'): number =>
  currencyTerms(code, reference, faults, field).currency_value;

/** Returns the account's rate of a currency, and its decimals. */
export function currencyTerms(
  code: string,
  { settings }: OrderReference,
  faults: Fault[],
  field = 'currency',
): CurrencyTerms {
  const currency = settings.currencies.find((each) => each.code === code);
  if (!currency) faults.push(noReference(field, 'currency', code));
  return { currency_value: currency?.value ?? 1, decimal_place: currency?.decimal_place ?? 2 };
}

export function methodFaults(
  payments: readonly OrderPayment[],
  { settings, caller, stored }: CallerReference,
): Fault[] {
  const visible = settings.payment_methods.filter((method) => maySee(caller, method));
  const kept = stored?.payments.map(({ payment_method }) => payment_method) ?? [];
  const names = new Set([...visible.map(({ name }) => name), ...kept]);
  return payments.flatMap(({ payment_method }, i) =>
    names.has(payment_method) ? [] : [noReference(`payments[${i}].payment_method`, 'payment method', payment_method)],
  );
}

const NO_PAYMENT: PaymentTerms = { payment_method_id: 0, payment_method: '' };

const paymentOf = ({ payment_method_id, payment_method }: OrderRecord): PaymentTerms => ({
  payment_method_id,
  payment_method,
});

const NO_STATUS: StatusTerms = {
  order_status_id: 0,
  order_status: '',
  deducts: false,
  status_locks: false,
  voids: false,
};

const toStatusTerms = ({ order_status_id, name, deduct, lock, void: voids }: OrderStatusReference): StatusTerms => ({
  order_status_id,
  order_status: name,
  deducts: deduct,
  status_locks: lock,
  voids,
});

const keptStatus = ({ order_status_id, order_status, deducts, status_locks, voids }: OrderRecord): StatusTerms => ({
  order_status_id,
  order_status,
  deducts,
  status_locks,
  voids,
});
