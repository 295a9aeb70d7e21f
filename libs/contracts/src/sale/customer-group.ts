import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { Flag, Id, ListOf, Name, OneOf, Text, When } from '../fields/fields.js';

class CustomerGroupKey {
  @Id() customer_group_id!: number;
}
class CustomerGroupAdd {
  @Name() name!: string;
}
class CustomerGroupEdit {
  @Id() customer_group_id!: number;
  @Name({ optional: true }) name?: string;
}
class CustomerGroupGet extends RecordPageRequest {
  @Id({ optional: true }) customer_group_id?: number;
  @Text({ optional: true }) filter_name?: string;
  @When({ optional: true }) filter_date_modified?: string;
  @Flag({ optional: true }) filter_deleted?: boolean;
  @OneOf(['name', 'date_modified'], { optional: true }) sort?: 'name' | 'date_modified';
}
export class CustomerGroup extends CustomerGroupKey {
  @Text() name!: string;
  @When() date_modified!: string;
  @Flag({ optional: true }) deleted?: boolean;
}
class CustomerGroupPage extends Page {
  @ListOf(() => CustomerGroup) customer_groups!: CustomerGroup[];
}

export const customerGroup = resource(
  'sale/customer_group',
  'sales',
  {
    add: once(CustomerGroupAdd, CustomerGroupKey, 'Adds a customer group.'),
    edit: write(CustomerGroupEdit, CustomerGroupKey, 'Changes a customer group; absent fields stay as they are.'),
    delete: once(CustomerGroupKey, CustomerGroupKey, 'Deletes a customer group that no customer is in.'),
    get: read(CustomerGroupGet, CustomerGroupPage, 'Lists customer groups.'),
  },
  { concernsAll: true },
);

export const customerGroupChanged = fact('sale.customer_group', CustomerGroup);
