import { Page } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { Flag, Id, ListOf, Money, OneOf, Rate, Text, When } from '../fields/fields.js';
import {
  CURRENCY,
  DATE_ADDED,
  DATED,
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

const OVER = { ...optional, doc: 'Additive: more may be received than the purchase order asks for.' } as const;
const COST = {
  ...optional,
  cost: true,
  min: 0,
  doc: 'The cost of one piece. Users who may view cost must give it.',
} as const;

class AdditionKey {
  @Id() item_addition_id!: number;
}
export class AdditionLine extends GivenLine {
  @Id() location_id!: number;
  @Money(COST) cost?: number;
}
class AdditionAdd {
  @Id({ ...optional, doc: 'The lines are a receipt of it; 0: of none.' }) purchase_order_id?: number;
  @Text(CURRENCY) currency?: string;
  @Rate(RATE) currency_value?: number;
  @Text(optional) comment?: string;
  @ListOf(() => AdditionLine, LINES) addition!: AdditionLine[];
  @Flag(OVER) allow_over_receipt?: boolean;
  @When(DATE_ADDED) date_added?: string;
}
class AdditionEdit extends AdditionKey {
  @Id({ ...optional, doc: 'Cannot change.' }) purchase_order_id?: number;
  @Text(CURRENCY) currency?: string;
  @Rate(NEW_RATE) currency_value?: number;
  @Text(optional) comment?: string;
  @ListOf(() => AdditionLine, NEW_LINES) addition?: AdditionLine[];
  @Flag(OVER) allow_over_receipt?: boolean;
}
class AdditionGet extends DocumentGet {
  @Id(optional) item_addition_id?: number;
  @Id({ ...optional, doc: 'Additive: the receipts of a purchase order.' }) filter_purchase_order_id?: number;
  @OneOf(['item_addition_id', 'date_added', 'date_modified'], optional)
  sort?: 'item_addition_id' | 'date_added' | 'date_modified';
}
class AddedItem extends ShownLine {
  @Id() location_id!: number;
  @Money({ ...optional, cost: true, doc: "The cost of one piece, in the addition's currency." }) cost?: number;
}
export class Addition extends DocumentRecord {
  @Id() item_addition_id!: number;
  @Id({ doc: '0: no receipt.' }) purchase_order_id!: number;
  @Text({ doc: 'Empty: the base currency.' }) currency!: string;
  @Rate() currency_value!: number;
  @ListOf(() => AddedItem) items!: AddedItem[];
}
class AdditionPage extends Page {
  @ListOf(() => Addition) additions!: Addition[];
}

export const addition = resource('inventory/addition', 'inventory', {
  add: once(AdditionAdd, AdditionKey, 'Adds stock, or books the receipt of a purchase order.', DATED),
  edit: write(
    AdditionEdit,
    AdditionKey,
    'Changes an addition and moves the difference; absent fields stay as they are.',
  ),
  delete: once(AdditionKey, AdditionKey, 'Deletes an addition and takes its stock back at its original cost.'),
  get: read(AdditionGet, AdditionPage, 'Lists additions.'),
});

export const additionChanged = fact('inventory.addition', Addition);
