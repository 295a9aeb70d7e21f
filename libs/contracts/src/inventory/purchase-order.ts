import { Page } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { Day, Flag, Id, Int, ListOf, Money, OneOf, Rate, Text, When } from '../fields/fields.js';
import {
  CURRENCY,
  DocumentGet,
  DocumentRecord,
  GivenLine,
  LINES,
  NEW_LINES,
  NEW_RATE,
  optional,
  RATE,
  ShownLine,
} from './document.js';

const STATUSES = ['open', 'partly_received', 'received', 'closed'] as const;
export type PurchaseOrderStatus = (typeof STATUSES)[number];
const SUPPLIER = { ...optional, doc: '0: none.' } as const;
const RECEIVED = { ...optional, doc: 'Empty: the day of the receipt that completes the order.' } as const;
const COST = "The cost of one piece, in the order's currency; the item's own cost unless given.";
const SORTS = [
  'purchase_order_id',
  'user',
  'location',
  'supplier',
  'total',
  'date_estimated_arrival',
  'date_received',
  'date_added',
  'date_modified',
] as const;

class PurchaseOrderKey {
  @Id() purchase_order_id!: number;
}
export class PurchaseOrderLine extends GivenLine {
  @Money({ ...optional, cost: true, min: 0, doc: COST }) cost?: number;
}
class PurchaseOrderAdd {
  @Id({ doc: 'The location at which the goods are to arrive.' }) location_id!: number;
  @Id(SUPPLIER) supplier_id?: number;
  @Text(CURRENCY) currency?: string;
  @Rate(RATE) currency_value?: number;
  @Day(optional) date_estimated_arrival?: string;
  @Day(RECEIVED) date_received?: string;
  @Text(optional) comment?: string;
  @ListOf(() => PurchaseOrderLine, LINES) item!: PurchaseOrderLine[];
}
class PurchaseOrderEdit extends PurchaseOrderKey {
  @Id(optional) location_id?: number;
  @Id(SUPPLIER) supplier_id?: number;
  @Text(CURRENCY) currency?: string;
  @Rate(NEW_RATE) currency_value?: number;
  @Day(optional) date_estimated_arrival?: string;
  @Day(RECEIVED) date_received?: string;
  @Text(optional) comment?: string;
  @ListOf(() => PurchaseOrderLine, { ...NEW_LINES, doc: 'Replace the lines.' }) item?: PurchaseOrderLine[];
  @Flag({ ...optional, doc: 'Additive: closes the order, which then takes no receipts, or reopens it.' })
  closed?: boolean;
}
class PurchaseOrderGet extends DocumentGet {
  @Id(optional) purchase_order_id?: number;
  @Id({ ...optional, doc: 'Additive.' }) filter_supplier_id?: number;
  @Id({ ...optional, doc: 'Additive.' }) filter_location_id?: number;
  @OneOf(STATUSES, { ...optional, doc: 'Additive.' }) filter_status?: PurchaseOrderStatus;
  @When({ ...optional, doc: 'Additive.' }) filter_date_added_start?: string;
  @When({ ...optional, bound: 'end', doc: 'Additive.' }) filter_date_added_end?: string;
  @Day({ ...optional, doc: 'Additive.' }) filter_date_estimated_arrival_start?: string;
  @Day({ ...optional, doc: 'Additive.' }) filter_date_estimated_arrival_end?: string;
  @Day({ ...optional, doc: 'Additive.' }) filter_date_received_start?: string;
  @Day({ ...optional, doc: 'Additive.' }) filter_date_received_end?: string;
  @OneOf(SORTS, { ...optional, costs: ['total'], doc: 'user, location and supplier sort by name.' })
  sort?: (typeof SORTS)[number];
}
class OrderedItem extends ShownLine {
  @Money({ ...optional, cost: true, doc: "The cost of one piece, in the order's currency." }) cost?: number;
  @Int({ min: 0, max: Number.MAX_SAFE_INTEGER, doc: 'Additive: pieces that receipts have brought.' })
  quantity_received!: number;
}
export class PurchaseOrder extends DocumentRecord {
  @Id() purchase_order_id!: number;
  @Id() location_id!: number;
  @Id({ doc: '0: none.' }) supplier_id!: number;
  @Money({ ...optional, cost: true, doc: 'Sum of quantity x cost.' }) total?: number;
  @Text({ doc: 'Empty: the base currency.' }) currency!: string;
  @Rate() currency_value!: number;
  @Day() date_estimated_arrival!: string;
  @Day() date_received!: string;
  @OneOf(STATUSES, { doc: 'Additive.' }) status!: PurchaseOrderStatus;
  @Flag({ doc: 'Additive: takes no receipts.' }) closed!: boolean;
  @ListOf(() => OrderedItem) items!: OrderedItem[];
}
class PurchaseOrderPage extends Page {
  @ListOf(() => PurchaseOrder) purchase_orders!: PurchaseOrder[];
}

export const purchaseOrder = resource('inventory/purchase_order', 'inventory', {
  add: once(PurchaseOrderAdd, PurchaseOrderKey, 'Orders goods; they arrive by inventory/addition/add.'),
  edit: write(PurchaseOrderEdit, PurchaseOrderKey, 'Changes a purchase order; absent fields stay as they are.'),
  delete: once(PurchaseOrderKey, PurchaseOrderKey, 'Deletes a purchase order without receipts.'),
  get: read(PurchaseOrderGet, PurchaseOrderPage, 'Lists purchase orders.'),
});

export const purchaseOrderChanged = fact('inventory.purchase_order', PurchaseOrder, [
  'added',
  'edited',
  'deleted',
  'received',
]);
