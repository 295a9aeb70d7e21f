import { event } from '../events.js';
import { Actor, type FactType } from '../facts.js';
import { Id, One, OneOf, partialOf } from '../fields/fields.js';
import { StockDemand } from '../stock-demand.js';
import { CreditNote } from './credit-note-record.js';

const CHANGES = ['added', 'edited', 'status_changed', 'deleted', 'restocked'] as const;
const CreditNotePrevious = partialOf(CreditNote, 'CreditNotePrevious');

/** A change of a credit note: its fact, and the pieces that it gives back to stock. */
export class CreditNoteChange {
  @Id() credit_note_id!: number;
  @OneOf(CHANGES) change!: (typeof CHANGES)[number];
  @One(() => Actor) actor!: Actor;
  @One(() => StockDemand, { optional: true, doc: 'The whole demand; absent where the change leaves it as it is.' })
  demand?: StockDemand;
  @One(() => CreditNote) record!: CreditNote;
  @One(() => CreditNotePrevious) previous!: Partial<CreditNote>;
}

const changed = event('sale.credit_note', 'changed', CreditNoteChange, ({ credit_note_id }) => credit_note_id);
/** Stock makes the change restocked. */
export const creditNoteChanged: typeof changed & FactType<CreditNote, CreditNoteChange> = {
  ...changed,
  record: CreditNote,
};
