import { Page, RecordPageRequest, SEARCH } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { Flag, Id, Int, ListOf, Money, Name, OneOf, Text, When } from '../fields/fields.js';
import { POINTS, RewardAdd, RewardBalance, RewardGet, RewardPage } from './customer-reward.js';

const SHORT = { optional: true, max: 1_000 } as const;

class CustomerKey {
  @Id() customer_id!: number;
}
class CustomerFields {
  @Text(SHORT) lastname?: string;
  @Text(SHORT) company?: string;
  @Id({ optional: true, doc: '0: none.' }) customer_group_id?: number;
  @Text({ optional: true, max: 254, trim: true }) email?: string;
  @Text({ optional: true, max: 64, trim: true }) telephone?: string;
  @Text({ optional: true, max: 255, trim: true }) card_number?: string;
}
export class CustomerAdd extends CustomerFields {
  @Name() firstname!: string;
}
export class CustomerEdit extends CustomerFields {
  @Id() customer_id!: number;
  @Text(SHORT) firstname?: string;
}
export class CustomerMerge {
  @Id({ doc: 'The customer that stays.' }) customer_id!: number;
  @Id({ doc: 'The customer that goes: from then on its id stands for the one that stays.' }) merge_customer_id!: number;
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

export class CustomerGet extends RecordPageRequest {
  @Id({ optional: true }) customer_id?: number;
  @Text({ ...SEARCH, doc: 'Part of the name, the e-mail, the telephone or the card number.' })
  search?: string;
  @Text({ optional: true, doc: 'Part of the merged name.' }) filter_name?: string;
  @Id({ optional: true }) filter_customer_group_id?: number;
  @Text({ optional: true, trim: true, doc: 'Part of the e-mail.' }) filter_email?: string;
  @Text({ optional: true, trim: true, doc: 'Part of the telephone.' }) filter_telephone?: string;
  @Text({ optional: true, trim: true, doc: 'The whole card number.' }) filter_card_number?: string;
  @When({ optional: true }) filter_date_modified?: string;
  @Flag({ optional: true, doc: 'Deleted customers too; customer_id then names no other customer than its own.' })
  filter_deleted?: boolean;
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
  @Int({ ...POINTS, doc: 'Reward points available.' }) reward!: number;
  @When() date_added!: string;
  @When() date_modified!: string;
  @When({ optional: true, doc: 'The date of the latest order; left out when there is none.' }) date_ordered?: string;
  @Money({ doc: 'Total of the orders placed this year whose status deducts, in the base currency.' })
  annual_spend!: number;
  @Money({ doc: 'The annual_spend of last year.' }) annual_spend_2!: number;
  @Id({ optional: true, doc: 'The customer that a deleted one was merged into.' }) merged_into?: number;
  @Flag({ optional: true }) deleted?: boolean;
}
class CustomerPage extends Page {
  @ListOf(() => Customer) customers!: Customer[];
}

export const customer = resource('sale/customer', 'sales', {
  add: once(CustomerAdd, CustomerKey, 'Adds a customer.'),
  edit: write(CustomerEdit, CustomerKey, 'Changes a customer; absent fields stay as they are.'),
  delete: once(
    CustomerKey,
    CustomerKey,
    'Deletes a customer; orders keep their copy, and filter_deleted still lists it.',
  ),
  get: read(CustomerGet, CustomerPage, 'Lists customers.'),
  merge: once(
    CustomerMerge,
    CustomerKey,
    'Merges a customer into another one, which gets the orders, the credit notes and the reward points.',
    { additive: true },
  ),
  getReward: read(RewardGet, RewardPage, "Lists a customer's reward transactions, the latest first."),
  addReward: once(RewardAdd, RewardBalance, 'Adds reward points to a customer, or takes some.'),
});

/** The customer that stays after a merge is `merged`; the other one is `deleted`. */
export const customerChanged = fact('sale.customer', Customer, ['added', 'edited', 'merged', 'deleted']);
