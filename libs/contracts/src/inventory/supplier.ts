import { Page, RecordPageRequest, SEARCH } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { CommaIds, Flag, Id, ListOf, Name, OneOf, Text, When } from '../fields/fields.js';

const SHORT = { optional: true, max: 1_000 } as const;

class SupplierKey {
  @Id() supplier_id!: number;
}
class SupplierFields {
  @Id({ optional: true, doc: '0: seen by all channel groups.' }) channel_group_id?: number;
  @Text(SHORT) firstname?: string;
  @Text(SHORT) lastname?: string;
  @Text({ optional: true, max: 254, trim: true }) email?: string;
  @Text({ optional: true, max: 64, trim: true }) telephone?: string;
  @Text(SHORT) address_1?: string;
  @Text(SHORT) address_2?: string;
  @Text(SHORT) city?: string;
  @Text(SHORT) postcode?: string;
  @Text(SHORT) zone?: string;
  @Text(SHORT) country?: string;
}
class SupplierAdd extends SupplierFields {
  @Name() name!: string;
}
class SupplierEdit extends SupplierFields {
  @Id() supplier_id!: number;
  @Name({ optional: true }) name?: string;
}
class SupplierGet extends RecordPageRequest {
  @Id({ optional: true }) supplier_id?: number;
  @Text({
    ...SEARCH,
    doc: 'Additive. Parts of words of the name, the contact, the e-mail and the telephone.',
  })
  search?: string;
  @Text({ optional: true }) filter_name?: string;
  @When({ optional: true }) filter_date_modified?: string;
  @Flag({ optional: true }) filter_deleted?: boolean;
  @CommaIds({ optional: true }) filter_channel_group_id?: string;
  @OneOf(['name', 'date_added', 'date_modified'], { optional: true }) sort?: 'name' | 'date_added' | 'date_modified';
}
export class Supplier extends SupplierKey {
  @Id() channel_group_id!: number;
  @Text() name!: string;
  @Text() firstname!: string;
  @Text() lastname!: string;
  @Text() email!: string;
  @Text() telephone!: string;
  @Text() address_1!: string;
  @Text() address_2!: string;
  @Text() city!: string;
  @Text() postcode!: string;
  @Text() zone!: string;
  @Text() country!: string;
  @When() date_added!: string;
  @When() date_modified!: string;
  @Flag({ optional: true }) deleted?: boolean;
}
class SupplierPage extends Page {
  @ListOf(() => Supplier) suppliers!: Supplier[];
}

export const supplier = resource('inventory/supplier', 'inventory', {
  add: once(SupplierAdd, SupplierKey, 'Adds a supplier.'),
  edit: write(SupplierEdit, SupplierKey, 'Changes a supplier; absent fields stay as they are.'),
  delete: once(SupplierKey, SupplierKey, 'Deletes a supplier; filter_deleted still lists it.'),
  get: read(SupplierGet, SupplierPage, 'Lists suppliers.'),
});

export const supplierChanged = fact('inventory.supplier', Supplier);
