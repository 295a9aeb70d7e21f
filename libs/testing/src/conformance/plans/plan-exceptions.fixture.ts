const SUM_OF_SEQ =
  'The total is the sum of what each stock has moved: as many rows as there are stocks, not as movements.';
const SPENT =
  'What customers have spent is computed from all orders, for then no order waits for another of its customer.';
const MOVING = 'An index on what every movement changes would make each of them write it.';
const NEARLY_ALL = 'Nearly all items are no bundles, and there is no index of these.';
const NEARLY_ALL_DEDUCTED =
  'The stock of nearly all orders is taken: to count them is to read their states, which are short rows.';
const ALL_BUNDLES = 'The state and the average cost of bundles come from their components, and bundles are few.';
const NAMES = 'The names lie in other tables, and no index joins them: the orders of an account are some ten thousand.';
const SHORT = 'One or two letters have no trigram to look up.';

const COUNTED =
  'The total is counted. An account has its deliveries of 30 days, by an index or, where most are its own, as a whole.';
const COMPUTED =
  'The state and the event of a delivery are in no index, which every delivery would write several times.';
const UNSENT = 'The queue has what is not done, and each index on it is written twice for every delivery.';
const DELIVERIES = ['webhook_queue', 'webhook_delivery'];

/** Tables that are read whole for now, with the reasons. */
export const exceptions: Readonly<Record<string, { readonly tables: readonly string[]; readonly reason: string }>> = {
  ...bothWays('inventory/item/get sort quantity', ['item_cost', 'item_stock', 'item_bundle'], MOVING),
  'inventory/item/get filter_stock_state': { tables: ['item_bundle'], reason: ALL_BUNDLES },
  'inventory/item/get {"filter_stock_state":"ok"}': { tables: ['item_bundle'], reason: ALL_BUNDLES },
  ...bothWays('inventory/item/get sort average_cost', ['item_cost', 'item_bundle'], MOVING),
  ...bothWays('inventory/item/get sort pool_cost', ['item_cost'], MOVING),
  'inventory/flow/get page 1': { tables: ['item_stock'], reason: SUM_OF_SEQ },
  'inventory/flow/get after_id': { tables: ['item_stock'], reason: SUM_OF_SEQ },
  'inventory/flow/get filter_location_id': { tables: ['item_stock'], reason: SUM_OF_SEQ },
  ...bothWays('inventory/flow/get sort item_flow_id', ['item_stock'], SUM_OF_SEQ),
  ...bothWays('inventory/flow/get sort date_added', ['item_stock'], SUM_OF_SEQ),
  'inventory/item/get {"filter_bundle":false}': { tables: ['item'], reason: NEARLY_ALL },
  'inventory/item/get {"filter_name":"mu"}': { tables: ['item'], reason: SHORT },
  'inventory/item/get {"filter_name":"7"}': { tables: ['item'], reason: SHORT },
  'sale/order/get filter_deducted': { tables: ['sale_order_state'], reason: NEARLY_ALL_DEDUCTED },
  'sale/order/get {"filter_name":"Ad"}': { tables: ['sale_order'], reason: SHORT },
  'sale/order/get {"filter_email":"@"}': { tables: ['sale_order'], reason: SHORT },
  'sale/order/get {"filter_telephone":"5"}': { tables: ['sale_order'], reason: SHORT },
  'sale/customer/get {"search":"Ad"}': { tables: ['customer'], reason: SHORT },
  'sale/customer/get {"filter_name":"A"}': { tables: ['customer'], reason: SHORT },
  'sale/customer/get {"filter_email":"@"}': { tables: ['customer'], reason: SHORT },
  'sale/customer/get {"filter_telephone":"5"}': { tables: ['customer'], reason: SHORT },
  'integration/webhook/getDelivery page 1': { tables: DELIVERIES, reason: COUNTED },
  'integration/webhook/getDelivery after_id': { tables: DELIVERIES, reason: COUNTED },
  'integration/webhook/getDelivery filter_state': { tables: DELIVERIES, reason: COMPUTED },
  'integration/webhook/getDelivery filter_event': { tables: [...DELIVERIES, 'webhook_event'], reason: COMPUTED },
  'integration/webhook/getDelivery filter_record': { tables: ['webhook_queue'], reason: UNSENT },
  'integration/webhook/getDelivery filter_date_added_start': { tables: ['webhook_queue'], reason: UNSENT },
  'integration/webhook/getDelivery filter_date_added_end': { tables: ['webhook_queue'], reason: UNSENT },
  ...bothWays('inventory/purchase_order/get sort location', ['purchase_order'], NAMES),
  ...bothWays('inventory/purchase_order/get sort supplier', ['purchase_order'], NAMES),
  ...bothWays('sale/customer/get sort date_ordered', ['customer'], SPENT),
  ...bothWays('sale/customer/get sort annual_spend', ['customer'], SPENT),
  ...bothWays('sale/customer/get sort annual_spend_2', ['customer'], SPENT),
};

function bothWays(name: string, tables: readonly string[], reason: string) {
  return Object.fromEntries(['ASC', 'DESC'].map((order) => [`${name} ${order}`, { tables, reason }]));
}
