/** Says how a field that holds the id of a record is written by something that people know. */
export interface ReferenceTerms {
  /** The resource of the record. */
  readonly path: string;
  /** The fields that name the record, best first. */
  readonly by: readonly string[];
}

const NAMED = ['name'];

const TERMS: Readonly<Record<string, ReferenceTerms>> = {
  brand_id: { path: 'inventory/brand', by: NAMED },
  category_id: { path: 'inventory/category', by: NAMED },
  categories: { path: 'inventory/category', by: NAMED },
  location_id: { path: 'inventory/location', by: NAMED },
  supplier_id: { path: 'inventory/supplier', by: ['name', 'email'] },
  item_id: { path: 'inventory/item', by: ['sku', 'model', 'barcode'] },
  bundle_item_id: { path: 'inventory/item', by: ['sku', 'model', 'barcode'] },
  customer_id: { path: 'sale/customer', by: ['email', 'card_number', 'telephone'] },
  customer_group_id: { path: 'sale/customer_group', by: NAMED },
  order_id: { path: 'sale/order', by: ['imported_order_id'] },
  channel_id: { path: 'integration/channel', by: NAMED },
  order_status_id: { path: 'setting/order_status', by: NAMED },
  credit_note_status_id: { path: 'setting/credit_note_status', by: NAMED },
  channel_group_id: { path: 'setting/channel_group', by: NAMED },
  language_id: { path: 'setting/language', by: ['code', 'name'] },
};

/** Returns how a field of a resource refers to records; `parent_id` refers to the resource itself. */
export function referenceTerms(resource: string, field: string): ReferenceTerms | undefined {
  if (field !== 'parent_id') return TERMS[field];
  return resource === 'inventory/item' ? TERMS['item_id'] : { path: resource, by: NAMED };
}

/** Stands between the names of a category and of those below it. */
export const PATH = ' > ';
/** Stands between several names in one cell. */
export const AND = '|';
