import { contract, fieldsOf, type Operation } from '@stockbook/contracts';

const yesterday = new Date(Date.now() - 86_400_000).toISOString();
const lastWeek = new Date(Date.now() - 7 * 86_400_000).toISOString();
const lastHour = new Date(Date.now() - 3_600_000).toISOString();

/** A value of each filter. A filter that narrows nothing by itself stands beside another. */
const values: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  'inventory/item/get': {
    item_id: { item_id: 77 },
    model: { model: 'MODEL-77' },
    sku: { sku: 'SKU-77' },
    barcode: { barcode: 'BAR-77' },
    filter_name: { filter_name: 'lamp 777' },
    filter_brand_id: { filter_brand_id: 7 },
    filter_category: { filter_category: '7,8' },
    filter_category_descendants: { filter_category: '2', filter_category_descendants: true },
    filter_bundle: { filter_bundle: true },
    filter_date_modified: { filter_date_modified: lastHour },
    filter_deleted: { filter_deleted: true },
    filter_channel_group_id: { filter_channel_group_id: '1' },
    filter_stock_state: { filter_stock_state: 'warning' },
  },
  'inventory/flow/get': {
    filter_item_id: { filter_item_id: 77 },
    filter_location_id: { filter_location_id: 1 },
    filter_date_added_start: { filter_date_added_start: lastHour },
    filter_date_added_end: { filter_date_added_start: yesterday, filter_date_added_end: lastHour },
    document: { document: 'item_stock' },
    document_id: { document: 'item', document_id: 77 },
    filter_user_id: { filter_user_id: 77 },
    filter_kind: { filter_kind: 'in', filter_item_id: 77 },
  },
  'inventory/flow/getBalance': {
    date: {},
    filter_item_id: { filter_item_id: '77,78' },
    filter_location_id: { filter_location_id: 1 },
    filter_category: { filter_category: '7,8' },
    filter_brand_id: { filter_brand_id: 7 },
  },
  'inventory/stock_take_job/get': {
    item_stock_take_job_id: { item_stock_take_job_id: 77 },
    filter_date_modified: { filter_date_modified: lastHour },
    filter_job_status_id: { filter_job_status_id: 2 },
    show_counts: { item_stock_take_job_id: 77, show_counts: true },
  },
  'inventory/transfer_job/get': {
    item_transfer_job_id: { item_transfer_job_id: 77 },
    filter_date_modified: { filter_date_modified: lastHour },
    filter_job_status_id: { filter_job_status_id: 2 },
  },
  'sale/order/get': {
    order_id: { order_id: 77 },
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
    filter_deleted: { filter_deleted: true },
  },
  'sale/order/getSummary': {
    date_start: { date_end: yesterday, date_start: lastWeek },
    date_end: { date_end: lastHour },
    group_by: { group_by: 'item' },
    filter_date_type: { filter_date_type: 'date_modified' },
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
    credit_note_id: { credit_note_id: 77 },
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
    filter_deleted: { filter_deleted: true },
  },
  'extension/report/channel_payout/get': {
    channel_id: {},
    date_start: { date_start: yesterday },
    date_end: { date_end: yesterday },
    type: { type: 'formatted' },
    next: { next: Buffer.from(`${yesterday} 0`).toString('base64url') },
  },
  'extension/total/promotion/getHistory': {
    filter_promotion_id: { filter_promotion_id: 77 },
    filter_date_added: { filter_date_added: lastHour },
    filter_deleted: { filter_deleted: true },
  },
  'sale/customer/getReward': { customer_id: {}, filter_date_added: { filter_date_added: lastHour } },
  'sale/order/getHistory': { order_id: {}, filter_deleted: { filter_deleted: true } },
  'sale/credit_note/getHistory': { credit_note_id: {}, filter_deleted: { filter_deleted: true } },
  'sale/customer/get': {
    customer_id: { customer_id: 77 },
    search: { search: 'buyer777@' },
    filter_name: { filter_name: 'zoe lundstrom' },
    filter_customer_group_id: { filter_customer_group_id: 7 },
    filter_email: { filter_email: 'buyer777@' },
    filter_telephone: { filter_telephone: '0000777' },
    filter_card_number: { filter_card_number: 'CARD-77' },
    filter_date_modified: { filter_date_modified: lastHour },
    filter_deleted: { filter_deleted: true },
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
  ],
  'sale/order/get': [{ filter_name: 'Ad' }, { filter_email: '@' }, { filter_telephone: '5' }],
  'sale/order/getSummary': [
    { group_by: 'order_status' },
    { group_by: 'channel' },
    { group_by: 'payment_method' },
    { group_by: 'item', filter_channel_id: 2 },
  ],
  'sale/customer/get': [{ search: 'Ad' }, { filter_name: 'A' }, { filter_email: '@' }, { filter_telephone: '5' }],
};

const SUM_OF_SEQ =
  'The total is the sum of what each stock has moved: as many rows as there are stocks, not as movements.';
const SPENT =
  'What customers have spent is computed from all orders, for then no order waits for another of its customer.';
const MOVING = 'An index on what every movement changes would make each of them write it.';
const NEARLY_ALL = 'Nearly all items are no bundles, and there is no index of these.';
const SHORT = 'One or two letters have no trigram to look up.';

/** Tables that are read whole for now, with the reasons. */
export const exceptions: Readonly<Record<string, { readonly table: string; readonly reason: string }>> = {
  ...bothWays('inventory/item/get sort quantity', 'item_stock', MOVING),
  ...bothWays('inventory/item/get sort average_cost', 'item_cost', MOVING),
  ...bothWays('inventory/item/get sort pool_cost', 'item_cost', MOVING),
  'inventory/flow/get page 1': { table: 'item_stock', reason: SUM_OF_SEQ },
  'inventory/flow/get filter_location_id': { table: 'item_stock', reason: SUM_OF_SEQ },
  ...bothWays('inventory/flow/get sort item_flow_id', 'item_stock', SUM_OF_SEQ),
  ...bothWays('inventory/flow/get sort date_added', 'item_stock', SUM_OF_SEQ),
  'inventory/item/get {"filter_bundle":false}': { table: 'item', reason: NEARLY_ALL },
  'inventory/item/get {"filter_name":"mu"}': { table: 'item', reason: SHORT },
  'inventory/item/get {"filter_name":"7"}': { table: 'item', reason: SHORT },
  'sale/order/get {"filter_name":"Ad"}': { table: 'sale_order', reason: SHORT },
  'sale/order/get {"filter_email":"@"}': { table: 'sale_order', reason: SHORT },
  'sale/order/get {"filter_telephone":"5"}': { table: 'sale_order', reason: SHORT },
  'sale/customer/get {"search":"Ad"}': { table: 'customer', reason: SHORT },
  'sale/customer/get {"filter_name":"A"}': { table: 'customer', reason: SHORT },
  'sale/customer/get {"filter_email":"@"}': { table: 'customer', reason: SHORT },
  'sale/customer/get {"filter_telephone":"5"}': { table: 'customer', reason: SHORT },
  ...bothWays('sale/customer/get sort date_ordered', 'customer', SPENT),
  ...bothWays('sale/customer/get sort annual_spend', 'customer', SPENT),
  ...bothWays('sale/customer/get sort annual_spend_2', 'customer', SPENT),
};

function bothWays(name: string, table: string, reason: string) {
  return Object.fromEntries(['ASC', 'DESC'].map((order) => [`${name} ${order}`, { table, reason }]));
}

const PAGING = ['page', 'limit', 'order', 'sort'];
const lists: readonly Operation[] = [
  contract.inventory.item.get,
  contract.inventory.flow.get,
  contract.inventory.flow.getBalance,
  contract.inventory.stock_take_job.get,
  contract.inventory.transfer_job.get,
  contract.sale.order.get,
  contract.sale.order.getSummary,
  contract.sale.credit_note.get,
  contract.sale.customer.get,
  contract.sale.customer.getReward,
  contract.sale.order.getHistory,
  contract.sale.credit_note.getHistory,
  contract.extension.report.channel_payout.get,
  contract.extension.total.promotion.getHistory,
  contract.setting.audit.get,
];

export interface Case {
  readonly name: string;
  readonly path: string;
  readonly input: object;
}

/** From the contract: a filter that it gets and that has no value above fails. */
export const cases: Case[] = lists.flatMap(({ path, request }) => {
  const fields = fieldsOf(request);
  const named = (what: string, input: object) => ({
    name: `${path} ${what}`,
    path,
    input: { ...required[path], ...input },
  });
  const filters = Object.keys(fields).filter((name) => !PAGING.includes(name));
  const sorts = [fields['sort']?.schema['enum'] ?? []].flat();
  return [
    named('page 1', {}),
    ...filters.map((name) => named(name, values[path]?.[name] ?? {})),
    ...(variants[path] ?? []).map((input) => named(JSON.stringify(input), input)),
    ...sorts.flatMap((sort) => ['ASC', 'DESC'].map((order) => named(`sort ${sort} ${order}`, { sort, order }))),
  ];
});
