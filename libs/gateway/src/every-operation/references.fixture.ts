import { resourceOf } from '@stockbook/contracts';
import { declaredReferences } from '@stockbook/testing';
import { idCases } from './id-fields.fixture.js';

/**
 * A reference that is `checked` refuses the deletion of its target; one that is `kept` keeps the referring record. With
 * `used`, no record with an id stores the reference.
 */
export type Behaviour = 'checked' | 'kept' | 'used';
export interface Reference {
  readonly to: string;
  readonly is: Behaviour;
}

/** Operations that look for a record, and store no reference to it. */
const USED: Readonly<Record<string, string>> = {
  'extension/report/channel_payout channel_id': 'integration/channel',
  'extension/report/channel_payout payouts.order_id': 'sale/order',
  'extension/module/invoice credit_note_id': 'sale/credit_note',
  'extension/module/invoice order_id': 'sale/order',
  'inventory/item items.item_id': 'inventory/item',
  'inventory/item items.location_id': 'inventory/location',
  'sale/customer merge_customer_id': 'sale/customer',
  'inventory/stock_take_job brand_id': 'inventory/brand',
  'inventory/stock_take_job category_id': 'inventory/category',
};

const ofRequests = new Set(idCases.map(({ operation, path }) => `${resourceOf(operation)} ${path.join('.')}`));
const declared = declaredReferences.flatMap(({ reference, requestFields, to }): [string, Reference][] =>
  requestFields.flatMap((field) =>
    to && ofRequests.has(field) ? [[field, { to, is: 'kept' in reference ? 'kept' : 'checked' }]] : [],
  ),
);

/** The references that entities declare and those that are only used, by the field of a request. */
export const references: Readonly<Record<string, Reference>> = {
  ...Object.fromEntries(declared),
  ...Object.fromEntries(Object.entries(USED).map(([field, to]) => [field, { to, is: 'used' as const }])),
};
/** Records of these kinds exist, but nothing deletes them. */
export const NEVER_DELETED = [
  'delivery_id',
  'order_product_id',
  'credit_note_product_id',
  'item_stock_take_job_id',
  'item_transfer_job_id',
  'session_id',
];
/** These name a line of the record by its item. */
export const LINE_NAMES = [
  'inventory/stock_take_job/count items.item_id',
  'inventory/transfer_job/receive items.item_id',
];
