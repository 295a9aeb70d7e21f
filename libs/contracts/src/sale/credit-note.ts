import { Page, RecordOutcome, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import {
  CommaIds,
  Flag,
  FlagNumber,
  Id,
  Ids,
  IdOrName,
  ListOf,
  Money,
  OneOf,
  Quantity,
  Rate,
  Text,
  Texts,
  When,
} from '../fields/fields.js';
import { CreditNote } from './credit-note-record.js';
import { DATE_ADDED, DATED } from '../inventory/document.js';
import { OrderTotal } from './order-record.js';

const optional = { optional: true } as const;
const SHORT = { max: 1_000, ...optional } as const;
const CODE = { max: 255, trim: true, ...optional } as const;
const FROM_ORDER = "the order's unless given" as const;

class CreditNoteKey {
  @Id() credit_note_id!: number;
}
class CreditNoteWritten extends CreditNoteKey {
  @Texts({ optional: true, doc: 'Additive. Lines that give back more for a piece than the customer paid for it.' })
  warnings?: string[];
}
export class CreditNoteProductAdd {
  @Id({ ...optional, doc: 'The line of the order that is credited; its quantity less what is credited is the most.' })
  order_product_id?: number;
  @Id({
    ...optional,
    doc:
      "0: found by model, then by sku, among the order's lines if there is an order; with neither, free text. " +
      "The order line's with order_product_id.",
  })
  item_id?: number;
  @Text(SHORT) name?: string;
  @Text(CODE) model?: string;
  @Text(CODE) sku?: string;
  @Quantity() quantity!: number;
  @Money({
    ...optional,
    min: 0,
    doc:
      'The price of one piece. Unless it is given, it is what was paid for a piece of the order line, ' +
      'and the last piece takes the rest of the rounding in a line of its own.',
  })
  price?: number;
  @Money({ ...optional, cost: true, min: 0, doc: 'Unit cost in the base currency of a line that names no order line.' })
  cost?: number;
}
export class CreditNoteProductEdit extends CreditNoteProductAdd {
  @Id({ ...optional, doc: 'The line of the credit note that this one replaces.' }) credit_note_product_id?: number;
}
class CreditNoteFields {
  @Id({ ...optional, doc: `0: ${FROM_ORDER}; without an order, the one of this e-mail or telephone, else a new one.` })
  customer_id?: number;
  @Text(SHORT) firstname?: string;
  @Text(SHORT) lastname?: string;
  @Text(SHORT) company?: string;
  @Text({ max: 254, trim: true, ...optional }) email?: string;
  @Text({ max: 64, trim: true, ...optional }) telephone?: string;
  @Text({ max: 64, trim: true, ...optional }) telephone_2?: string;
  @Text({ max: 16, ...optional, doc: `Code of a currency of the account; ${FROM_ORDER}, and no other one.` })
  currency?: string;
  @Rate({ min: 0, ...optional, doc: "0: the order's, else the account's rate." }) currency_value?: number;
  @IdOrName({ ...optional, doc: `Id or exact name of a payment method; ${FROM_ORDER}.` }) payment_method?:
    number | string;
  @Money({ ...optional, min: 0, doc: 'Stays until the next one given; while none is, the sum of lines and totals.' })
  total?: number;
  @ListOf(() => OrderTotal, {
    ...optional,
    doc: 'Additive: amounts beside the lines. Deductions such as a restocking fee have negative prices.',
  })
  totals?: OrderTotal[];
  @Flag({
    ...optional,
    doc: "Additive: the totals of the order's credit notes may exceed its total, as with a goodwill payment.",
  })
  allow_over_credit?: boolean;
  @Text(optional) comment?: string;
  @FlagNumber({ ...optional, doc: '1: the items go back to stock, whatever the status.' }) restock?: number;
  @Id({ ...optional, doc: "0: the payment method's, if it has one." }) credit_note_status_id?: number;
  @Id({
    ...optional,
    doc:
      `Additive: where the items go back to stock; ${FROM_ORDER}, else the company's default. ` +
      'Cannot change once there is one.',
  })
  location_id?: number;
}
export class CreditNoteAdd extends CreditNoteFields {
  @Id({ ...optional, doc: 'Additive: the order that is credited; 0: none.' }) order_id?: number;
  @ListOf(() => CreditNoteProductAdd, { min: 1 }) products!: CreditNoteProductAdd[];
  @When(DATE_ADDED) date_added?: string;
}
export class CreditNoteEdit extends CreditNoteFields {
  @Id() credit_note_id!: number;
  @Id({ ...optional, doc: 'Cannot change.' }) order_id?: number;
  @ListOf(() => CreditNoteProductEdit, { ...optional, min: 1, doc: 'Replace the lines.' })
  products?: CreditNoteProductEdit[];
  @Flag({ ...optional, doc: 'Additive: locks the credit note for editing by hand, or frees it.' }) locked?: boolean;
}

const DATES = ['date_added', 'date_modified'] as const;
const SORT = ['credit_note_id', 'date_added', 'date_modified'] as const;

export class CreditNoteGet extends RecordPageRequest {
  @Id(optional) credit_note_id?: number;
  @Id(optional) filter_order_id?: number;
  @Id(optional) filter_customer_id?: number;
  @Id(optional) filter_channel_id?: number;
  @Text({ ...optional, doc: 'Part of the merged name.' }) filter_name?: string;
  @Text({ trim: true, ...optional, doc: 'Part of the e-mail.' }) filter_email?: string;
  @Text({ trim: true, ...optional, doc: 'Part of the first or the second telephone.' }) filter_telephone?: string;
  @CommaIds({ ...optional, doc: 'Credit note status ids.' }) filter_credit_note_status?: string;
  @Text({ ...optional, doc: 'The whole name of the payment method.' }) filter_payment_method?: string;
  @When({ ...optional, doc: 'Finds credit notes from this point in time on.' }) filter_date_start?: string;
  @When({ ...optional, bound: 'end', doc: 'Up to this point in time.' }) filter_date_end?: string;
  @OneOf(DATES, { ...optional, doc: 'The date that filter_date_start and filter_date_end filter; default date_added.' })
  filter_date_type?: (typeof DATES)[number];
  @Flag({ ...optional, doc: 'Deleted credit notes too.' }) filter_deleted?: boolean;
  @OneOf(SORT, optional) sort?: (typeof SORT)[number];
}
export class ListedCreditNote extends CreditNote {
  @Flag(optional) deleted?: boolean;
}
class CreditNotePage extends Page {
  @ListOf(() => ListedCreditNote) credit_notes!: ListedCreditNote[];
}

export class CreditNoteHistoryAdd {
  @Id(optional) credit_note_id?: number;
  @Ids({
    ...optional,
    max: 500,
    doc:
      'Additive. The ids of several credit notes, each changed or refused by itself; ' +
      'takes priority over credit_note_id.',
  })
  batch_id?: number[];
  @Id({ ...optional, doc: 'The new status; 0: the credit note keeps its own.' }) credit_note_status_id?: number;
  @Text(optional) comment?: string;
}
class CreditNoteHistoryOutcome extends RecordOutcome {
  @Id() credit_note_id!: number;
}
export class CreditNoteHistoryAdded {
  @ListOf(() => CreditNoteHistoryOutcome, { ...optional, doc: 'The outcomes of batch_id, in its order.' })
  results?: CreditNoteHistoryOutcome[];
}
export class CreditNoteHistoryGet extends RecordPageRequest {
  @Id() credit_note_id!: number;
  @Flag({ ...optional, doc: 'Reads the history of a deleted credit note too.' }) filter_deleted?: boolean;
}
export class CreditNoteHistory {
  @Id({ doc: 'Additive.' }) credit_note_history_id!: number;
  @Text() credit_note_status!: string;
  @Id() credit_note_status_id!: number;
  @Id({ doc: '0: the system.' }) user_id!: number;
  @Text() user!: string;
  @Text() comment!: string;
  @When() date_added!: string;
}
export class CreditNoteHistoryPage extends Page {
  @Id() credit_note_id!: number;
  @Id({ doc: 'The status now.' }) credit_note_status_id!: number;
  @ListOf(() => CreditNoteHistory) histories!: CreditNoteHistory[];
}

export const creditNote = resource('sale/credit_note', 'sales', {
  add: once(CreditNoteAdd, CreditNoteWritten, 'Adds a credit note.', DATED),
  edit: write(CreditNoteEdit, CreditNoteWritten, 'Changes a credit note; absent fields stay as they are.'),
  delete: once(
    CreditNoteKey,
    CreditNoteKey,
    'Deletes a credit note and takes what it gave back out of the stock; filter_deleted still lists it.',
  ),
  get: read(CreditNoteGet, CreditNotePage, 'Lists credit notes.'),
  getHistory: read(
    CreditNoteHistoryGet,
    CreditNoteHistoryPage,
    'Lists what happened to a credit note, the latest first.',
  ),
  addHistory: write(
    CreditNoteHistoryAdd,
    CreditNoteHistoryAdded,
    'Changes the status of credit notes, or comments on them.',
  ),
});
