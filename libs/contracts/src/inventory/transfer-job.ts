import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { COUNT, Id, Int, ListOf, OneOf, Text, When } from '../fields/fields.js';
import { DocumentHead, GivenLine, LINES, NEW_LINES, optional, ShownLine } from './document.js';

const ADDITIVE = { additive: true } as const;
const STATUS = '1: draft, 2: in transit, 3: completed, 4: cancelled.';
const OUTSTANDING = ['receive', 'return', 'lose'] as const;
/** The destination of pieces that have not arrived when a job is completed. */
export type Outstanding = (typeof OUTSTANDING)[number];

class TransferJobKey {
  @Id() item_transfer_job_id!: number;
}
export class TransferJobLine extends GivenLine {}
class TransferJobAdd {
  @Id() from_location_id!: number;
  @Id() to_location_id!: number;
  @Text(optional) comment?: string;
  @ListOf(() => TransferJobLine, LINES) items!: TransferJobLine[];
}
class TransferJobEdit extends TransferJobKey {
  @Id(optional) from_location_id?: number;
  @Id(optional) to_location_id?: number;
  @Text(optional) comment?: string;
  @ListOf(() => TransferJobLine, { ...NEW_LINES, doc: 'Replace the lines.' }) items?: TransferJobLine[];
}
export class ArrivedLine {
  @Id() item_id!: number;
  @Int({ min: 1, doc: 'The pieces that arrive now.' }) quantity!: number;
}
class TransferJobReceive extends TransferJobKey {
  @ListOf(() => ArrivedLine, { ...LINES, ...optional, doc: 'All that is outstanding unless given.' })
  items?: ArrivedLine[];
}
class TransferJobReceived extends TransferJobKey {
  @Int({ ...COUNT, doc: 'Pieces that are still in transit.' }) outstanding!: number;
}
class TransferJobComplete extends TransferJobKey {
  @OneOf(OUTSTANDING, {
    ...optional,
    doc:
      'What becomes of the pieces in transit: they arrive (default), return to the source, ' +
      'or are lost, which deducts them.',
  })
  outstanding?: Outstanding;
}
class TransferJobGet extends RecordPageRequest {
  @Id(optional) item_transfer_job_id?: number;
  @When(optional) filter_date_modified?: string;
  @Int({ ...optional, min: 1, max: 4, doc: `Additive. ${STATUS}` }) filter_job_status_id?: number;
  @OneOf(['item_transfer_job_id', 'date_added', 'date_modified'], optional)
  sort?: 'item_transfer_job_id' | 'date_added' | 'date_modified';
}
class TransferJobItem extends ShownLine {
  @Int({ ...COUNT, doc: 'Additive: pieces that have arrived.' }) quantity_received!: number;
  @Int({ ...COUNT, doc: 'Additive: pieces that are on their way.' }) quantity_in_transit!: number;
  @Int({ ...COUNT, doc: 'Additive: pieces that a completion has deducted as lost.' }) quantity_lost!: number;
}
export class TransferJob extends DocumentHead {
  @Id() item_transfer_job_id!: number;
  @Id() from_location_id!: number;
  @Id() to_location_id!: number;
  @Int({ min: 1, max: 4, doc: STATUS }) job_status_id!: number;
  @ListOf(() => TransferJobItem) items!: TransferJobItem[];
}
class TransferJobPage extends Page {
  @ListOf(() => TransferJob) transfer_jobs!: TransferJob[];
}

export const transferJob = resource('inventory/transfer_job', 'inventory', {
  add: once(TransferJobAdd, TransferJobKey, 'Plans a transfer as a draft; nothing moves yet.', ADDITIVE),
  edit: write(TransferJobEdit, TransferJobKey, 'Changes a draft; absent fields stay as they are.', ADDITIVE),
  ship: write(
    TransferJobKey,
    TransferJobKey,
    'Takes the pieces of a draft out of the source. In transit they belong to no location; ' +
      'the destination shows them as incoming.',
    ADDITIVE,
  ),
  receive: once(
    TransferJobReceive,
    TransferJobReceived,
    'Brings pieces in transit to the destination, all or some; it may be repeated.',
    ADDITIVE,
  ),
  complete: write(
    TransferJobComplete,
    TransferJobKey,
    'Ends a job in transit. Completing it again does nothing.',
    ADDITIVE,
  ),
  cancel: write(
    TransferJobKey,
    TransferJobKey,
    'Ends a job: pieces in transit return to the source, those that have arrived stay. ' +
      'Cancelling it again does nothing.',
    ADDITIVE,
  ),
  get: read(TransferJobGet, TransferJobPage, 'Lists transfer jobs.'),
});

export const transferJobChanged = fact('inventory.transfer_job', TransferJob, [
  'added',
  'edited',
  'shipped',
  'received',
  'completed',
  'cancelled',
]);
