import { Page } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { Id, ListOf, Money, OneOf, Text, When } from '../fields/fields.js';
import {
  DATE_ADDED,
  DATED,
  DocumentGet,
  DocumentRecord,
  GivenLine,
  LINES,
  NEW_LINES,
  optional,
  ShownLine,
} from './document.js';

const COST =
  'The cost of one piece, in the base currency, instead of the average. Users who may view cost must give it.';

class DeductionKey {
  @Id() item_deduction_id!: number;
}
export class DeductionLine extends GivenLine {
  @Text({ max: 1_000, doc: "Empty: the item's name." }) override name!: string;
  @Id() location_id!: number;
  @Money({ ...optional, cost: true, min: 0, doc: COST }) cost?: number;
}
class DeductionAdd {
  @Text() comment!: string;
  @ListOf(() => DeductionLine, LINES) deduction!: DeductionLine[];
  @When(DATE_ADDED) date_added?: string;
}
class DeductionEdit extends DeductionKey {
  @Text(optional) comment?: string;
  @ListOf(() => DeductionLine, NEW_LINES) deduction?: DeductionLine[];
}
class DeductionGet extends DocumentGet {
  @Id(optional) item_deduction_id?: number;
  @OneOf(['item_deduction_id', 'date_added', 'date_modified'], optional)
  sort?: 'item_deduction_id' | 'date_added' | 'date_modified';
}
class DeductedItem extends ShownLine {
  @Id() location_id!: number;
  @Money({ ...optional, cost: true, doc: 'The cost of one piece, in the base currency.' }) cost?: number;
}
export class Deduction extends DocumentRecord {
  @Id() item_deduction_id!: number;
  @ListOf(() => DeductedItem) items!: DeductedItem[];
}
class DeductionPage extends Page {
  @ListOf(() => Deduction) deductions!: Deduction[];
}

export const deduction = resource('inventory/deduction', 'inventory', {
  add: once(DeductionAdd, DeductionKey, 'Takes stock out.', DATED),
  edit: write(DeductionEdit, DeductionKey, 'Changes a deduction and moves the difference; absent fields stay.'),
  delete: once(DeductionKey, DeductionKey, 'Deletes a deduction and gives its stock back at its original cost.'),
  get: read(DeductionGet, DeductionPage, 'Lists deductions.'),
});

export const deductionChanged = fact('inventory.deduction', Deduction);
