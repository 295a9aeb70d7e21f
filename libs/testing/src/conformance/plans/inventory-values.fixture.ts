import { inAMonth, lastHour, lastWeek, today, yesterday } from './filter-dates.fixture.js';

export const inventoryValues: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  'inventory/item/get': {
    search: { search: 'del-77' },
    model: { model: 'MODEL-77' },
    sku: { sku: 'SKU-77' },
    barcode: { barcode: 'BAR-77' },
    filter_name: { filter_name: 'lamp 777' },
    filter_brand_id: { filter_brand_id: 7 },
    filter_category: { filter_category: '7,8' },
    filter_category_descendants: { filter_category: '2', filter_category_descendants: true },
    filter_bundle: { filter_bundle: true },
    filter_stock_state: { filter_stock_state: 'warning' },
    filter_stock_modified: { filter_stock_modified: lastHour },
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
    filter_job_status_id: { filter_job_status_id: 2 },
    show_counts: { item_stock_take_job_id: 77, show_counts: true },
  },
  'inventory/transfer_job/get': {
    filter_job_status_id: { filter_job_status_id: 2 },
  },
  'inventory/category/get': {
    category_id: { category_id: 7 },
    filter_parent_id: { filter_parent_id: 2 },
    filter_name: { filter_name: 'Category 7' },
    filter_channel_group_id: { filter_channel_group_id: '0' },
    filter_date_modified: { filter_date_modified: lastWeek },
  },
  'inventory/supplier/get': { search: { search: '77' } },
  'inventory/addition/get': {
    filter_purchase_order_id: { filter_purchase_order_id: 77 },
  },
  'inventory/reservation/get': {
    filter_location_id: { filter_location_id: 1 },
    filter_order_id: { filter_order_id: 77 },
  },
  'inventory/purchase_order/get': {
    filter_supplier_id: { filter_supplier_id: 77 },
    filter_location_id: { filter_location_id: 1 },
    filter_status: { filter_status: 'open' },
    filter_date_added_start: { filter_date_added_start: lastHour },
    filter_date_added_end: { filter_date_added_start: yesterday, filter_date_added_end: lastHour },
    filter_date_estimated_arrival_start: { filter_date_estimated_arrival_start: today },
    filter_date_estimated_arrival_end: {
      filter_date_estimated_arrival_start: today,
      filter_date_estimated_arrival_end: inAMonth,
    },
    filter_date_received_start: { filter_date_received_start: today },
    filter_date_received_end: { filter_date_received_start: today, filter_date_received_end: inAMonth },
  },
};
