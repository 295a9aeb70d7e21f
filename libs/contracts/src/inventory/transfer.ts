import { Page } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { Id, ListOf, OneOf, Text } from '../fields/fields.js';
import { DocumentGet, DocumentRecord, GivenLine, LINES, NEW_LINES, optional, ShownLine } from './document.js';

class TransferKey {
  @Id() item_transfer_id!: number;
}
export class TransferLine extends GivenLine {
  @Id() from_location_id!: number;
  @Id() to_location_id!: number;
}
class TransferAdd {
  @Text(optional) comment?: string;
  @ListOf(() => TransferLine, LINES) transfer!: TransferLine[];
}
class TransferEdit extends TransferKey {
  @Text(optional) comment?: string;
  @ListOf(() => TransferLine, NEW_LINES) transfer?: TransferLine[];
}
class TransferGet extends DocumentGet {
  @Id(optional) item_transfer_id?: number;
  @OneOf(['item_transfer_id', 'date_added', 'date_modified'], optional)
  sort?: 'item_transfer_id' | 'date_added' | 'date_modified';
}
class TransferredItem extends ShownLine {
  @Id() from_location_id!: number;
  @Id() to_location_id!: number;
}
export class Transfer extends DocumentRecord {
  @Id() item_transfer_id!: number;
  @ListOf(() => TransferredItem) items!: TransferredItem[];
}
class TransferPage extends Page {
  @ListOf(() => Transfer) transfers!: Transfer[];
}

export const transfer = resource('inventory/transfer', 'inventory', {
  add: once(TransferAdd, TransferKey, 'Moves stock from one location to another; its cost stays as it is.'),
  edit: write(TransferEdit, TransferKey, 'Changes a transfer and moves the difference; absent fields stay.'),
  delete: once(TransferKey, TransferKey, 'Deletes a transfer and moves its stock back.'),
  get: read(TransferGet, TransferPage, 'Lists transfers.'),
});

export const transferChanged = fact('inventory.transfer', Transfer);
