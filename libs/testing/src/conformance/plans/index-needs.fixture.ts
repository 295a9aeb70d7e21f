const orders = (name: string) => `sale/order/get ${name}`;
const customers = (name: string) => `sale/customer/get ${name}`;
const movements = (name: string) => `inventory/flow/get ${name}`;
const changes = (name: string) => `setting/audit/get ${name}`;

/**
 * The tables that an order writes, from its request to its settlement. Every service has the tables of messages and
 * keys.
 */
export const WRITTEN_BY_ORDERS = [
  'sales.customer',
  'sales.sale_order',
  'sales.sale_order_state',
  'sales.sale_order_product',
  'sales.sale_order_history',
  'sales.sale_order_row_count',
  'sales.sale_order_shipping_method_row_count',
  'inventory.item_stock',
  'inventory.item_cost',
  'inventory.item_flow',
  'inventory.stock_demand',
  'inventory.stock_demand_line',
  'inventory.request_key',
  'inventory.outbox',
  'inventory.outbox_archive',
  'inventory.inbox',
  'settings.audit',
];

/** The list that takes at least twice as long without the index, by the planner's estimate. */
export const LISTS: Readonly<Record<string, string>> = {
  'sales.customer_by_card_number': customers('filter_card_number'),
  'sales.customer_by_date_added': customers('sort date_added DESC'),
  'sales.customer_by_date_modified': customers('sort date_modified DESC'),
  'sales.customer_by_email': customers('sort email ASC'),
  'sales.customer_by_group': customers('filter_customer_group_id'),
  'sales.customer_by_name': customers('sort name ASC'),
  'sales.customer_by_reward': customers('sort reward DESC'),
  'sales.customer_by_telephone': customers('sort telephone ASC'),
  'sales.customer_search': customers('search'),
  'sales.sale_order_by_channel': orders('filter_channel_id'),
  'sales.sale_order_by_customer': customers('page 1'),
  'sales.sale_order_by_date_added': orders('sort date_added DESC'),
  'sales.sale_order_by_date_ordered': orders('sort date_ordered DESC'),
  'sales.sale_order_by_latest_shipping_date': orders('sort shipping_date DESC'),
  'sales.sale_order_by_payment_method': orders('filter_payment_method'),
  'sales.sale_order_by_postcode': orders('filter_postcode'),
  'sales.sale_order_by_shipping_date': orders('sort shipping_date ASC'),
  'sales.sale_order_by_shipping_method': orders('filter_shipping_method'),
  'sales.sale_order_by_shipping_tracking': orders('filter_shipping_tracking'),
  'sales.sale_order_by_status': orders('{"filter_order_status":"77"}'),
  'sales.sale_order_by_total': orders('filter_total_min'),
  'sales.sale_order_product_by_item': orders('filter_product'),
  'sales.sale_order_search': orders('filter_name'),
  'sales.sale_order_state_by_date_modified': orders('sort date_modified DESC'),
  'sales.sale_order_state_not_deducted': orders('{"filter_deducted":false}'),
  'inventory.item_flow_date_added': movements('filter_date_added_start'),
  'inventory.item_flow_item': movements('filter_item_id'),
  'inventory.item_flow_location': movements('{"filter_location_id":77}'),
  'inventory.item_flow_user': movements('filter_user_id'),
  'inventory.item_stock_state': 'inventory/item/get filter_stock_state',
  'inventory.item_stock_unavailable': 'inventory/item/get {"filter_brand_id":7,"sort":"quantity"}',
  'settings.audit_date_added': changes('filter_date_start'),
  'settings.audit_operation': changes('filter_operation'),
  'settings.audit_record': changes('filter_record'),
  'settings.audit_user': changes('filter_user_id'),
};

/**
 * A statement, by its name or a part of it, that reads by the index. Its table is nearly empty here, or its rows are
 * spread unlike the planner's estimate.
 */
export const STATEMENTS: Readonly<Record<string, string>> = {
  'inventory.item_flow_before': 'balances_before',
  'inventory.outbox_archive_created_at': 'sent_topics',
  'inventory.outbox_archive_key': 'verify_flow',
  'inventory.request_key_date_added': 'prune_answers',
  'inventory.request_key_internal': 'prune_internal_answers',
  'sales.sale_order_lookup': 'incomplete_orders',
  'sales.sale_order_row_count_by_account': 'FROM sales.sale_order_row_count sale WHERE',
  'sales.sale_order_row_count_changes': `hashtext('sales.sale_order_row_count')`,
  'sales.sale_order_shipping_method_row_count_by_account': 'FROM sales.sale_order_shipping_method_row_count sale WHERE',
  'sales.sale_order_shipping_method_row_count_changes': `hashtext('sales.sale_order_shipping_method_row_count')`,
};

/** Partial indexes with few rows, which most orders do not write. */
export const SELDOM_WRITTEN: Readonly<Record<string, string>> = {
  'inventory.item_flow_first': 'First movements: one for each stock, which balances are listed by.',
  'inventory.stock_demand_line_backordered': 'Lines that wait for stock, in their order.',
  'sales.customer_merged': 'Customers whose records move to another one.',
};
