/** On deletion of the target: `checked` refuses, `kept` keeps the referring record. `used`: no record with an id stores it. */
export type Behaviour = 'checked' | 'kept' | 'used';
export interface Reference {
  readonly to: string;
  readonly is: Behaviour;
}
const CHECKED_GROUP: Reference = { to: 'setting/channel_group', is: 'checked' };

/** The references of docs/decisions/0018. */
export const references: Readonly<Record<string, Reference>> = {
  'extension/report/channel_payout channel_id': { to: 'integration/channel', is: 'used' },
  'extension/report/channel_payout payouts.order_id': { to: 'sale/order', is: 'used' },
  'extension/module/tax channel_group_id': CHECKED_GROUP,
  'integration/profile channel_id': { to: 'integration/channel', is: 'checked' },
  'integration/webhook filter_channel_id': { to: 'integration/channel', is: 'kept' },
  'integration/webhook filter_order_status_id': { to: 'setting/order_status', is: 'kept' },
  'inventory/addition addition.item_id': { to: 'inventory/item', is: 'kept' },
  'inventory/addition addition.location_id': { to: 'inventory/location', is: 'kept' },
  'inventory/addition purchase_order_id': { to: 'inventory/purchase_order', is: 'checked' },
  'inventory/brand channel_group_id': CHECKED_GROUP,
  'inventory/category channel_group_id': CHECKED_GROUP,
  'inventory/category parent_id': { to: 'inventory/category', is: 'checked' },
  'inventory/deduction deduction.item_id': { to: 'inventory/item', is: 'kept' },
  'inventory/deduction deduction.location_id': { to: 'inventory/location', is: 'kept' },
  'inventory/item brand_id': { to: 'inventory/brand', is: 'checked' },
  'inventory/item categories': { to: 'inventory/category', is: 'checked' },
  'inventory/item channel_group_id': CHECKED_GROUP,
  'inventory/item customer_groups.customer_group_id': { to: 'sale/customer_group', is: 'kept' },
  'inventory/item item_bundles.bundle_item_id': { to: 'inventory/item', is: 'checked' },
  'inventory/item items.item_id': { to: 'inventory/item', is: 'used' },
  'inventory/item items.location_id': { to: 'inventory/location', is: 'used' },
  'inventory/item locations.location_id': { to: 'inventory/location', is: 'kept' },
  'inventory/item translations.language_id': { to: 'setting/language', is: 'checked' },
  'inventory/item parent_id': { to: 'inventory/item', is: 'checked' },
  'inventory/purchase_order item.item_id': { to: 'inventory/item', is: 'checked' },
  'inventory/purchase_order location_id': { to: 'inventory/location', is: 'checked' },
  'inventory/purchase_order supplier_id': { to: 'inventory/supplier', is: 'checked' },
  'inventory/reservation location_id': { to: 'inventory/location', is: 'checked' },
  'inventory/reservation order_id': { to: 'sale/order', is: 'kept' },
  'inventory/reservation reservation.item_id': { to: 'inventory/item', is: 'kept' },
  'inventory/supplier channel_group_id': CHECKED_GROUP,
  'sale/credit_note credit_note_status_id': { to: 'setting/credit_note_status', is: 'kept' },
  'sale/credit_note customer_id': { to: 'sale/customer', is: 'kept' },
  'sale/credit_note location_id': { to: 'inventory/location', is: 'kept' },
  'sale/credit_note order_id': { to: 'sale/order', is: 'checked' },
  'sale/credit_note payment_method': { to: 'setting/payment_method', is: 'kept' },
  'sale/credit_note products.item_id': { to: 'inventory/item', is: 'kept' },
  'sale/customer customer_group_id': { to: 'sale/customer_group', is: 'checked' },
  'sale/customer merge_customer_id': { to: 'sale/customer', is: 'used' },
  'inventory/transfer transfer.from_location_id': { to: 'inventory/location', is: 'kept' },
  'inventory/transfer transfer.item_id': { to: 'inventory/item', is: 'kept' },
  'inventory/transfer transfer.to_location_id': { to: 'inventory/location', is: 'kept' },
  'inventory/stock_take_job brand_id': { to: 'inventory/brand', is: 'used' },
  'inventory/stock_take_job category_id': { to: 'inventory/category', is: 'used' },
  'inventory/stock_take_job items.item_id': { to: 'inventory/item', is: 'kept' },
  'inventory/stock_take_job location_id': { to: 'inventory/location', is: 'checked' },
  'inventory/transfer_job from_location_id': { to: 'inventory/location', is: 'checked' },
  'inventory/transfer_job items.item_id': { to: 'inventory/item', is: 'kept' },
  'inventory/transfer_job to_location_id': { to: 'inventory/location', is: 'checked' },
  'sale/order channel_id': { to: 'integration/channel', is: 'kept' },
  'sale/order customer_id': { to: 'sale/customer', is: 'kept' },
  'sale/order order_status_id': { to: 'setting/order_status', is: 'kept' },
  'sale/order payment_method': { to: 'setting/payment_method', is: 'kept' },
  'sale/order products.item_id': { to: 'inventory/item', is: 'kept' },
  'setting/channel_group channels': { to: 'integration/channel', is: 'checked' },
  'setting/company default_location_id': { to: 'inventory/location', is: 'checked' },
  'setting/company default_order_status_id': { to: 'setting/order_status', is: 'checked' },
  'setting/credit_note_status channel_group_id': CHECKED_GROUP,
  'setting/order_status channel_group_id': CHECKED_GROUP,
  'setting/user user_group_id': { to: 'setting/user_group', is: 'checked' },
  'setting/user_group permission.channel_groups': CHECKED_GROUP,
  'setting/user_salesman user_id': { to: 'setting/user', is: 'checked' },
  'setting/payment_method channel_group_id': CHECKED_GROUP,
  'setting/payment_method credit_note_status_id': { to: 'setting/credit_note_status', is: 'checked' },
  'setting/payment_method order_status_id': { to: 'setting/order_status', is: 'checked' },
};
/** Records exist, but nothing deletes them. */
export const NEVER_DELETED = [
  'delivery_id',
  'order_product_id',
  'credit_note_product_id',
  'item_stock_take_job_id',
  'item_transfer_job_id',
];
/** These name a line of the record by its item. */
export const LINE_NAMES = [
  'inventory/stock_take_job/count items.item_id',
  'inventory/transfer_job/receive items.item_id',
];
