import { fieldsOf, type Operation, operations } from '@stockbook/contracts';
import { webhookValues } from './webhooks.fixture.js';
import { lastHour, lastWeek, yesterday } from './filter-dates.fixture.js';
import { inventoryValues } from './inventory-values.fixture.js';
import { settingsValues } from './settings.fixture.js';

/** Filters that many lists have, each with a value that finds rows of most. */
const USUAL: Readonly<Record<string, unknown>> = {
  filter_name: '77',
  filter_date_modified: lastHour,
  filter_deleted: true,
  filter_channel_group_id: '1',
  filter_status: true,
};

/** The records are numbered, so the id of a list finds one. */
const usualValue = (name: string): object | undefined => {
  if (name in USUAL) return { [name]: USUAL[name] };
  return /^(?!filter_).+_id$/.test(name) ? { [name]: 77 } : undefined;
};

/** A value of each other filter. A filter that narrows nothing by itself stands beside another. */
const values: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  ...inventoryValues,
  ...settingsValues,
  'sale/order/get': {
    search: { search: 'buyer777@' },
    filter_imported_order_id: { filter_imported_order_id: 'IMP-77' },
    filter_customer_id: { filter_customer_id: 77 },
    filter_channel_id: { filter_channel_id: 2 },
    filter_name: { filter_name: 'Buyer777' },
    filter_email: { filter_email: 'buyer777@' },
    filter_telephone: { filter_telephone: '0000777' },
    filter_order_status: { filter_order_status: '2,3' },
    filter_payment_method: { filter_payment_method: 'Method 2' },
    filter_shipping_method: { filter_shipping_method: 'Carrier 2' },
    filter_shipping_tracking: { filter_shipping_tracking: 'TRACK-77' },
    filter_shipping_date: { filter_shipping_date: yesterday },
    filter_postcode: { filter_postcode: '00077' },
    filter_product: { filter_product: 77 },
    filter_deducted: { filter_deducted: true },
    filter_total_min: { filter_total_min: 505 },
    filter_total_max: { filter_total_max: 12 },
    filter_date_start: { filter_date_start: lastHour },
    filter_date_end: { filter_date_start: yesterday, filter_date_end: lastHour },
    filter_date_type: { filter_date_start: lastHour, filter_date_type: 'date_ordered' },
  },
  'sale/order/getSummary': {
    date_start: { date_end: yesterday, date_start: lastWeek },
    date_end: { date_end: lastHour },
    group_by: { group_by: 'item' },
    filter_date_type: { filter_date_type: 'date_modified', date_start: lastHour },
    filter_channel_id: { filter_channel_id: 2 },
    filter_order_status: { filter_order_status: '2,3' },
  },
  'setting/audit/get': {
    filter_user_id: { filter_user_id: 7 },
    filter_operation: { filter_operation: 'sale/order/edit7' },
    filter_record: { filter_record: 'sale/order/77' },
    filter_date_start: { filter_date_start: lastHour },
    filter_date_end: { filter_date_start: yesterday, filter_date_end: lastHour },
  },
  'sale/credit_note/get': {
    filter_order_id: { filter_order_id: 77 },
    filter_customer_id: { filter_customer_id: 77 },
    filter_channel_id: { filter_channel_id: 2 },
    filter_name: { filter_name: 'Buyer777' },
    filter_email: { filter_email: 'buyer777@' },
    filter_telephone: { filter_telephone: '0000777' },
    filter_credit_note_status: { filter_credit_note_status: '2,3' },
    filter_payment_method: { filter_payment_method: 'Method 2' },
    filter_date_start: { filter_date_start: lastHour },
    filter_date_end: { filter_date_start: yesterday, filter_date_end: lastHour },
    filter_date_type: { filter_date_start: lastHour, filter_date_type: 'date_modified' },
  },
  'extension/report/channel_payout/get': {
    channel_id: {},
    date_start: { date_start: yesterday },
    date_end: { date_end: yesterday },
    type: { type: 'formatted' },
    next: { next: Buffer.from(`${yesterday} 0`).toString('base64url') },
  },
  'extension/total/promotion/get': {
    filter_title: { filter_title: '77' },
    filter_type: { filter_type: 'percent' },
  },
  'integration/profile/get': { filter_channel_id: { filter_channel_id: 77 } },
  'integration/extension/get': { filter_type: { filter_type: 'type 77' } },
  ...webhookValues,
  'extension/total/promotion/getHistory': {
    filter_promotion_id: { filter_promotion_id: 77 },
    filter_date_added: { filter_date_added: lastHour },
  },
  'sale/customer/getReward': { customer_id: {}, filter_date_added: { filter_date_added: lastHour } },
  'sale/order/getHistory': { order_id: {}, filter_deleted: { filter_deleted: true } },
  'sale/credit_note/getHistory': { credit_note_id: {}, filter_deleted: { filter_deleted: true } },
  'sale/customer/get': {
    search: { search: 'buyer777@' },
    filter_name: { filter_name: 'zoe lundstrom' },
    filter_customer_group_id: { filter_customer_group_id: 7 },
    filter_email: { filter_email: 'buyer777@' },
    filter_telephone: { filter_telephone: '0000777' },
    filter_card_number: { filter_card_number: 'CARD-77' },
  },
};

/** Required fields of the requests. */
const required: Readonly<Record<string, object>> = {
  'extension/report/channel_payout/get': { channel_id: 2, date_start: lastWeek, date_end: lastHour },
  'inventory/flow/getBalance': { date: lastHour },
  'sale/customer/getReward': { customer_id: 77 },
  'sale/order/getHistory': { order_id: 77 },
  'sale/credit_note/getHistory': { credit_note_id: 77 },
  'sale/order/getSummary': { date_start: yesterday, date_end: '', group_by: 'day' },
};

/** Other values, which may have other plans. */
const variants: Readonly<Record<string, readonly object[]>> = {
  'inventory/item/get': [
    { filter_bundle: false },
    { filter_stock_state: 'ok' },
    { filter_name: 'mu' },
    { filter_name: '7' },
    { filter_brand_id: 7, sort: 'quantity' },
    { filter_brand_id: 7, sort: 'average_cost' },
  ],
  'inventory/purchase_order/get': [{ filter_status: 'received' }],
  'inventory/stock_take_job/get': [{ filter_job_status_id: 1 }, { filter_job_status_id: 3 }],
  'inventory/transfer_job/get': [{ filter_job_status_id: 1 }, { filter_job_status_id: 3 }],
  'inventory/flow/get': [{ filter_location_id: 77 }],
  'sale/order/get': [
    { filter_order_status: '77' },
    { filter_deducted: false },
    { filter_name: 'Ad' },
    { filter_email: '@' },
    { filter_telephone: '5' },
    { search: 'ada' },
    { search: 'IMP-77', filter_deleted: true },
    { search: 'TRACK-77', sort: 'date_modified' },
    { filter_name: 'Buyer777', sort: 'date_modified' },
  ],
  'sale/order/getSummary': [
    { group_by: 'order_status' },
    { group_by: 'channel' },
    { group_by: 'payment_method' },
    { group_by: 'item', filter_channel_id: 2 },
  ],
  'sale/customer/get': [{ search: 'Ad' }, { filter_name: 'A' }, { filter_email: '@' }, { filter_telephone: '5' }],
};

/** Fields that narrow no list. */
const PAGING = ['page', 'limit', 'order', 'sort', 'fields', 'with_total', 'wait'];
const listing: readonly Operation[] = [...operations.values()].filter(
  ({ kind, request }) => kind === 'read' && 'limit' in fieldsOf(request),
);

export interface Case {
  readonly name: string;
  readonly path: string;
  readonly input: object;
}

/** Returns the orders in which a list can be asked for, besides that by default. */
function sortings({ request }: Operation): { sort: string; order: string }[] {
  const sorts = [fieldsOf(request)['sort']?.schema['enum'] ?? []].flat().map(String);
  return sorts.flatMap((sort) => ['ASC', 'DESC'].map((order) => ({ sort, order })));
}

/** Cases for each list of the contract in each of its orders. */
export const lists: Case[] = listing.flatMap((operation) =>
  [{}, ...sortings(operation)].map((sorting) => {
    const { path } = operation;
    return { name: [path, ...Object.values(sorting)].join(' '), path, input: { ...required[path], ...sorting } };
  }),
);

/** The cases of each list of the contract. */
export const cases: Case[] = listing.flatMap((operation) => {
  const { path, request } = operation;
  const fields = fieldsOf(request);
  const named = (what: string, input: object) => ({
    name: `${path} ${what}`,
    path,
    input: { ...required[path], ...input },
  });
  const filters = Object.keys(fields).filter((name) => !PAGING.includes(name));
  const valueOf = (name: string) => values[path]?.[name] ?? usualValue(name);
  const unknown = filters.filter((name) => !valueOf(name));
  if (unknown.length)
    throw new Error(`Give ${unknown.join(', ')} of ${path} values in libs/bench/src/plans/*.fixture.ts.`);
  return [
    named('page 1', {}),
    ...filters.map((name) => named(name, valueOf(name) ?? {})),
    ...(variants[path] ?? []).map((input) => named(JSON.stringify(input), input)),
    ...sortings(operation).map((sorting) => named(`sort ${sorting.sort} ${sorting.order}`, sorting)),
  ];
});
