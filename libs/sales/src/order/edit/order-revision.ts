import {
  type Fault,
  noRecord,
  noReference,
  type OrderEdit,
  Refused,
  type ScopedPromotions,
} from '@stockbook/contracts';
import { matchLines } from './order-line-matching.js';
import { placeLines } from '../place/order-lines.js';
import { isPending } from '../complete/order-lookup.js';
import { sourceAfter } from '../record/order-source.js';
import { lockFaults } from '../record/editing-lock.js';
import { optionalDate, textsOf } from '../place/order-placement.js';
import { nextPromotionSequence, promotionUses } from '../promotion/order-promotions.js';
import { withAllocations } from '../promotion/total-allocations.js';
import type { KeptLine, LineRecord, OrderRecord, PlacedLine, PlacedOrder } from '../record/order-records.js';
import type { OrderSource } from '../record/order.entity.js';
import { amountFaults, paymentFaults, totalFaults, sumsOf } from '../record/order-sums.js';
import {
  channelFaults,
  channelsLocation,
  methodFaults,
  type OrderLookups,
  type PaymentTerms,
  paymentTerms,
  currencyTerms,
  type CurrencyTerms,
  type StatusTerms,
  statusTerms,
} from '../reference/order-terms.js';

/** Records that an edit may refer to. */
export interface EditLookups extends OrderLookups {
  /** The living customer that the given id stands for; undefined means none. */
  readonly customer_id: number | undefined;
}
/** Records that an edit refers to; absent where it refers to none. */
export interface EditTerms {
  readonly status?: StatusTerms;
  readonly current?: StatusTerms;
  readonly payment?: PaymentTerms;
  readonly rate?: CurrencyTerms;
  readonly lines?: readonly PlacedLine[];
  /** The order's channel takes its stock here now; 0 means nowhere. */
  readonly channels_location_id: number;
  /** Present for an import. */
  readonly source: OrderSource | undefined;
  readonly scopes: ScopedPromotions;
}
export interface Revision {
  readonly order: PlacedOrder;
  /** The lines that replace the stored ones; absent when these stay. */
  readonly lines?: readonly KeptLine[];
}

/** Undefined means that the flags stay. */
export const statusOf = (
  { order_status_id, products }: Pick<OrderEdit, 'order_status_id' | 'products'>,
  stored: Pick<OrderRecord, 'order_status_id'> | undefined,
): number | undefined => order_status_id || (products && stored?.order_status_id);

/** Finds what an edit refers to, or refuses it with every reason that is known without its lock. */
export function editTerms(input: OrderEdit, lookups: EditLookups): EditTerms {
  const faults: Fault[] = [];
  const { payment_method, currency, products, customer_id = 0 } = input;
  const { stored, source } = lookups;
  const order_status_id = statusOf(input, stored);
  if (source) faults.push(...channelFaults(stored?.channel_id ?? 0, lookups));
  if (customer_id && customer_id !== stored?.customer_id && !lookups.customer_id)
    faults.push(noReference('customer_id', 'customer', customer_id));
  faults.push(...totalFaults(input.totals ?? [], 'totals'));
  if (input.split_payment !== 0) faults.push(...methodFaults(input.payments ?? [], lookups));
  const terms = {
    ...(order_status_id && { status: statusTerms(order_status_id, lookups, faults) }),
    ...(stored && { current: statusTerms(stored.order_status_id, lookups, []) }),
    ...(payment_method !== undefined && { payment: paymentTerms(payment_method, lookups, faults) }),
    ...(currency !== undefined && { rate: currencyTerms(currency, lookups, faults) }),
    ...(products && { lines: placeLines(products, lookups.items, faults) }),
    channels_location_id: channelsLocation(stored?.channel_id ?? 0, lookups),
    source,
    scopes: lookups,
  };
  if (faults.length && !stored) faults.unshift(noRecord('order', input.order_id));
  Refused.ifAny(faults);
  return terms;
}

/** Turns an edit into what is written, or refuses it with every reason that lies in the order. */
export function reviseOrder(
  stored: OrderRecord,
  storedLines: readonly LineRecord[],
  input: OrderEdit,
  terms: EditTerms,
): Revision {
  const user_locked = input.locked ?? stored.user_locked;
  const faults = [
    ...lockFaults({ ...stored, user_locked: stored.user_locked && user_locked }),
    ...fixed(stored, input),
  ];
  const isStillPending = (line: LineRecord) => isPending(stored, line);
  const lines = terms.lines && matchLines(terms.lines, input.products ?? [], storedLines, faults, isStillPending);
  if (lines) faults.push(...amountFaults(lines, input.products ?? []));
  const money = revisedMoney({ stored, storedLines, lines: lines ?? storedLines }, input, terms, faults);
  Refused.ifAny(faults);
  // The edit may give no status, and another request may have changed it since the lookup.
  const isCurrent = input.order_status_id || terms.status?.order_status_id === stored.order_status_id;
  const order = {
    ...stored,
    ...textsOf({ ...stored, ...input }),
    ...(isCurrent && terms.status),
    ...terms.payment,
    ...money,
    customer_id: input.customer_id || stored.customer_id,
    shipping_date: input.shipping_date === undefined ? stored.shipping_date : optionalDate(input.shipping_date),
    date_ordered: optionalDate(input.date_ordered ?? '') ?? stored.date_ordered,
    user_locked,
    source: terms.source ? sourceAfter(stored.source, terms.source) : stored.source,
    ...(lines && { ...sumsOf(lines), lookup: null }),
    promotions: promotionUses(money.totals, lines ?? storedLines, money.currency_value),
  };
  return { order: { ...order, promotion_sequence: nextPromotionSequence(stored, order) }, lines };
}

interface Revised {
  readonly stored: OrderRecord;
  readonly storedLines: readonly LineRecord[];
  readonly lines: readonly (LineRecord | KeptLine)[];
}

function revisedMoney({ stored, storedLines, lines }: Revised, input: OrderEdit, terms: EditTerms, faults: Fault[]) {
  const { total = stored.total, currency = stored.currency } = input;
  const { currency_value: rate, decimal_place } = currency === stored.currency ? stored : (terms.rate ?? stored);
  const split_payment = input.split_payment === undefined ? stored.split_payment : input.split_payment === 1;
  const payments = split_payment ? (input.payments ?? stored.payments) : [];
  if (split_payment) faults.push(...paymentFaults(payments, total));
  const former = { totals: stored.totals, lines: storedLines };
  const isPending = !terms.lines && stored.lookup !== null;
  const allocating = { lines, decimal_place, scopes: terms.scopes, isPending, former };
  const totals = withAllocations(input.totals ?? stored.totals, allocating, faults);
  const currency_value = input.currency_value || rate;
  return { total, totals, currency, currency_value, decimal_place, split_payment, payments };
}

/** The fields of an order's origin never change; a full body may repeat them. */
function fixed({ order_id, imported_order_id, channel_id }: OrderRecord, input: OrderEdit): Fault[] {
  const given = { imported_order_id, channel_id, ...input };
  const cannotChange = (field: string, value: string | number): Fault => ({
    code: 'invalid',
    field,
    message: `${field} cannot change; that of order ${order_id} is ${value || 'empty'}.`,
  });
  return [
    ...(given.imported_order_id === imported_order_id ? [] : [cannotChange('imported_order_id', imported_order_id)]),
    ...(given.channel_id === channel_id ? [] : [cannotChange('channel_id', channel_id)]),
  ];
}
