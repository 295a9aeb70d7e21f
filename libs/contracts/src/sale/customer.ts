import { Page, PageRequest } from '../common.js';
import { read, resource } from '../contract.js';
import { fact } from '../facts.js';
import { Flag, Id, Int, ListOf, Money, OneOf, Text, When } from '../fields.js';

class CustomerKey {
  @Id() customer_id!: number;
}

const SORT = [
  'name',
  'customer_group_id',
  'email',
  'telephone',
  'reward',
  'date_added',
  'date_modified',
  'date_ordered',
  'annual_spend',
  'annual_spend_2',
] as const;

export class CustomerGet extends PageRequest {
  @Id({ optional: true }) customer_id?: number;
  @Text({ optional: true, trim: true, doc: 'Part of the name, the e-mail or the telephone.' }) search?: string;
  @Text({ optional: true, doc: 'Part of the merged name.' }) filter_name?: string;
  @Id({ optional: true }) filter_customer_group_id?: number;
  @Text({ optional: true, trim: true, doc: 'Part of the e-mail.' }) filter_email?: string;
  @Text({ optional: true, trim: true, doc: 'Part of the telephone.' }) filter_telephone?: string;
  @Text({ optional: true }) filter_card_number?: string;
  @When({ optional: true }) filter_date_modified?: string;
  @Flag({ optional: true }) filter_deleted?: boolean;
  @OneOf(SORT, { optional: true }) sort?: (typeof SORT)[number];
}
export class Customer extends CustomerKey {
  @Text() firstname!: string;
  @Text() lastname!: string;
  @Text({ doc: 'First and last name merged.' }) name!: string;
  @Text() company!: string;
  @Text({ doc: 'Name of the customer group; empty: none.' }) customer_group!: string;
  @Id() customer_group_id!: number;
  @Text() email!: string;
  @Text() telephone!: string;
  @Text() card_number!: string;
  @Int({ doc: 'Reward points available.' }) reward!: number;
  @When() date_added!: string;
  @When() date_modified!: string;
  @When({ optional: true, doc: 'Of the latest order; left out when there is none.' }) date_ordered?: string;
  @Money({ doc: 'Total of the orders placed this year whose status deducts, in the base currency.' })
  annual_spend!: number;
  @Money({ doc: 'The same of last year.' }) annual_spend_2!: number;
  @Flag({ optional: true }) deleted?: boolean;
}
class CustomerPage extends Page {
  @ListOf(() => Customer) customers!: Customer[];
}

export const customer = resource('sale/customer', 'sales', {
  get: read(CustomerGet, CustomerPage, 'Lists customers.'),
});

export const customerChanged = fact('sale.customer', Customer);
