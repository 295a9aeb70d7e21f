import { type Caller, noRecord, Refused } from '@stockbook/contracts';
import { type Db, maySee, type Reader, selectionOf, statement, type Tx } from '@stockbook/persistence';
import { CreditNoteProductRow } from './credit-note-product.entity.js';
import { CreditNoteRow } from './credit-note.entity.js';

export type CreditNoteRecord = Pick<CreditNoteRow, keyof CreditNoteRow>;
export type CreditLineRecord = Pick<CreditNoteProductRow, keyof CreditNoteProductRow>;

/** A credit note with its lines at one moment. */
export interface CreditNoteState {
  readonly note: CreditNoteRecord;
  readonly lines: readonly CreditLineRecord[];
}

const notes = statement(
  'credit_notes',
  `SELECT ${selectionOf(CreditNoteRow)} FROM sales.sale_credit_note
   WHERE account_id = $1 AND credit_note_id = ANY ($2)`,
);
const lockNotes = statement('lock_credit_notes', `${notes.text} ORDER BY credit_note_id FOR UPDATE`);
const lines = statement(
  'credit_note_lines',
  `SELECT ${selectionOf(CreditNoteProductRow)} FROM sales.sale_credit_note_product
   WHERE account_id = $1 AND credit_note_id = ANY ($2) AND date_deleted IS NULL ORDER BY credit_note_id, position`,
);
/** Returns the credit notes of these ids, deleted ones too. */
export const readNotes = (reader: Reader, account_id: number, ids: readonly number[]): Promise<CreditNoteRecord[]> =>
  reader.query<CreditNoteRecord>(notes, [account_id, ids]);

export const readCreditLines = (
  reader: Reader,
  account_id: number,
  ids: readonly number[],
): Promise<CreditLineRecord[]> => reader.query<CreditLineRecord>(lines, [account_id, ids]);

/** Locks a living credit note that the caller sees, with its lines, or refuses. */
export async function claimNote(tx: Tx, caller: Caller, id: number): Promise<CreditNoteState> {
  const [note] = await tx.query<CreditNoteRecord>(lockNotes, [tx.account_id, [id]]);
  if (!note || note.date_deleted || !maySee(caller, note)) throw new Refused(noRecord('credit note', id));
  return { note, lines: await readCreditLines(tx, tx.account_id, [id]) };
}

export async function findNote(db: Db, caller: Caller, id: number): Promise<CreditNoteRecord | undefined> {
  const [found] = await readNotes(db, caller.account_id, [id]);
  return found && !found.date_deleted && maySee(caller, found) ? found : undefined;
}
