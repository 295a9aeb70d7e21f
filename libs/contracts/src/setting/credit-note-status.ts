import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { CommaIds, Flag, Id, ListOf, Name, OneOf, Text, When } from '../fields/fields.js';

const RESTOCK = 'Credit notes of this status give their items back to stock.';

class CreditNoteStatusKey {
  @Id() credit_note_status_id!: number;
}
class CreditNoteStatusFields {
  @Id({ optional: true, doc: '0: seen by all channel groups.' }) channel_group_id?: number;
  @Flag({ optional: true, doc: RESTOCK }) restock?: boolean;
}
class CreditNoteStatusAdd extends CreditNoteStatusFields {
  @Name() name!: string;
}
class CreditNoteStatusEdit extends CreditNoteStatusFields {
  @Id() credit_note_status_id!: number;
  @Name({ optional: true }) name?: string;
}
class CreditNoteStatusGet extends RecordPageRequest {
  @Id({ optional: true }) credit_note_status_id?: number;
  @When({ optional: true }) filter_date_modified?: string;
  @Flag({ optional: true }) filter_deleted?: boolean;
  @CommaIds({ optional: true }) filter_channel_group_id?: string;
  @OneOf(['name', 'date_modified'], { optional: true }) sort?: 'name' | 'date_modified';
}
export class CreditNoteStatus extends CreditNoteStatusKey {
  @Id() channel_group_id!: number;
  @Text() name!: string;
  @Flag({ doc: RESTOCK }) restock!: boolean;
  @When() date_modified!: string;
  @Flag({ optional: true }) deleted?: boolean;
}
class CreditNoteStatusPage extends Page {
  @ListOf(() => CreditNoteStatus) credit_note_statuses!: CreditNoteStatus[];
}

export const creditNoteStatus = resource('setting/credit_note_status', 'settings', {
  add: once(CreditNoteStatusAdd, CreditNoteStatusKey, 'Adds a credit note status.'),
  edit: write(
    CreditNoteStatusEdit,
    CreditNoteStatusKey,
    'Changes a credit note status; absent fields stay as they are.',
  ),
  delete: once(
    CreditNoteStatusKey,
    CreditNoteStatusKey,
    'Deletes a credit note status that no payment method takes as its default.',
  ),
  get: read(CreditNoteStatusGet, CreditNoteStatusPage, 'Lists credit note statuses.'),
});

export const creditNoteStatusChanged = fact('setting.credit_note_status', CreditNoteStatus);
